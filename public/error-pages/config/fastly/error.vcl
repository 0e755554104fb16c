# Interlude's error pages for Fastly, 2 of 2: a VCL snippet of type "error". Written by `interlude build`.
#
# Copy:     fastly vcl snippet create --name=interlude-fetch --type=fetch --content=fetch.vcl --version=latest \
#             --autoclone
#           fastly vcl snippet create --name=interlude-error --type=error --content=error.vcl --version=latest
# Reload:   fastly service-version activate --version=latest
# Prove it: stop the application, then curl -i https://www.example.com/
# Undo:     delete both snippets and activate. Pages are part of the snippet; after a new build, update it.
# Sources:  https://www.fastly.com/documentation/reference/vcl/subroutines/error/
#
# HTML in one language. 401 and 407 are missing on purpose: clients that log in need the original answer.

if (obj.status == 800 || obj.status == 500) {
  set obj.status = 500;
  set obj.response = "Internal Server Error";
  set obj.http.Content-Type = "text/html; charset=utf-8";
  set obj.http.Content-Language = "en";
  set obj.http.Cache-Control = "no-store";
  set obj.http.X-Robots-Tag = "noindex";
  synthetic {interlude"<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-AT5Iaf3Xh7p6ev/bnQW0eC6WHxDV6r5EAtE5C5zbob0='; script-src 'sha256-sUC8LOK/UE+O2BMxGKdh/MnqmdxLDfb6RsbF5fv5lzs='; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Something went wrong on this site · Interlude</title>
<style>:root{--a:#0b6e6e;--n:#faf6ed}@media screen and (prefers-color-scheme:dark){:root{--a:#75c8c7;--n:#161a21}}:root{--h:#ece5d7;--e:#faf6ed;--o:#f0e9dc;--c:#211d17;--d:#635b4e;--f:#857b6b;--g:#cdc3b0;--q:balance;--r:pretty;--p:.2em}@media screen and (prefers-color-scheme:dark){:root{--h:#0e1116;--e:#161a21;--o:#1f242d;--c:#ece6da;--d:#a9a396;--f:#7a7b7d;--g:#343a45}}@media (forced-colors:active){:root{--h:Canvas;--e:Canvas;--o:Canvas;--c:CanvasText;--d:CanvasText;--f:CanvasText;--g:CanvasText;--a:LinkText;--n:Canvas}}@media print{:root{--h:#fff;--e:#fff;--o:#fff;--c:#000}}.path{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));margin:0;font-family:system-ui,"Segoe UI",Arial,sans-serif;font-size:.8125rem;line-height:1.4;color:var(--c)}.path>svg{grid-area:2/1/auto/-1;font-size:1rem}.path [fill="Canvas"]{fill:var(--e)}.path [stroke="Canvas"]{stroke:var(--e)}.path svg .beyond{color:var(--f);stroke:currentColor}.path .cut{stroke:var(--a)}.path p{grid-row:3;margin:0;text-align:center;overflow-wrap:anywhere}.path .station{grid-column:1;text-align:start}.path .station+.station{grid-column:2 / span 2;text-align:center}.path .station+.station+.station{grid-column:4;text-align:end}.path b,.path span{display:block}.path span,.path p.beyond{color:var(--d)}.path .link,.path .broken span{color:var(--a);font-weight:600}.path .link{grid-area:1/1/auto/span 2}.path .second{grid-column:3 / span 2}@media screen and (prefers-reduced-motion:no-preference){.break *{animation:4s ease-in-out both}.gap{animation-name:open}.near{animation-name:near}.far{animation-name:far}}@keyframes open{from{transform:scaleX(0)}}@keyframes near{from{transform:translateX(11.5px)}}@keyframes far{from{transform:translateX(-11.5px)}}*{box-sizing:border-box}html{font-size:clamp(100%,.75rem + .35vw,1.75rem);background:var(--h);accent-color:var(--a);-webkit-text-size-adjust:100%}body{display:grid;grid-template-columns:minmax(0,60rem);place-content:center;min-height:100vh;margin:0;padding:clamp(.75rem,3vmin,3rem);font-family:system-ui,"Segoe UI",Arial,sans-serif;line-height:1.6;color:var(--c)}main{--b:clamp(1.75rem,4.5vmin,3.25rem);--i:radial-gradient(circle closest-side,#0000 calc(100% - 2px),var(--o) calc(100% - 1px),#0000 100%);position:relative;padding:clamp(1.5rem,6vmin,4rem);border:1px solid var(--g);background:var(--e) var(--i)}main::before{--j:conic-gradient(at 1rem 1rem,#0000 75%,#000 0) 0 0 / calc(100% - 1rem) calc(100% - 1rem);content:"";position:absolute;--m:.5rem;inset:var(--m);border:1px solid var(--f);mask:var(--j);pointer-events:none}.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 var(--b);font-size:.8125rem;font-weight:600}.brand svg{height:1.5rem;width:auto}.brand>span{display:flex}.brand>:last-child{min-width:0;overflow-wrap:anywhere}.unseen{position:absolute;clip-path:inset(50%)}h1{margin:0 0 var(--b);max-width:18em;font-family:ui-serif,"Iowan Old Style",Charter,Georgia,"Noto Serif",serif;font-size:clamp(2.125rem,1.3rem + 4vw,4rem);font-weight:400;line-height:1.1;text-wrap:var(--q);overflow-wrap:anywhere}h2{margin:0 0 .375rem;font-size:.8125rem;line-height:1.4;color:var(--d)}.text{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:2rem 3.25rem;margin-top:var(--b)}.text p,ol{margin:0;max-width:34rem;text-wrap:var(--r)}ol{--l:1.3em;padding-inline-start:var(--l)}ol li+li{margin-top:.375rem}li::marker{color:var(--d)}a{color:var(--a);text-underline-offset:var(--p)}a:hover{color:var(--c)}:focus-visible{outline:3px solid var(--a);outline-offset:3px}.actions{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.25rem;margin:var(--b) 0 0;padding:0;list-style:none}.actions a,label,footer a{display:inline-block;min-width:24px;padding:.375rem 0}.actions .first{padding:.75rem 1.25rem;border:1px solid var(--a);background:var(--a);color:var(--n);text-decoration:none}footer{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem 2rem;margin-top:var(--b);padding-top:1.25rem;border-top:1px solid var(--g);font-size:.8125rem;color:var(--d)}footer::after{--k:auto;content:"";width:96px;height:8px;margin-inline-start:var(--k);background:var(--c);box-shadow:inset -16px 0 var(--a),inset -32px 0 var(--h),inset -48px 0 var(--g),inset -64px 0 var(--f),inset -80px 0 var(--d)}dl{margin:0;display:flex;flex-wrap:wrap;gap:0 2rem}dt,dd{display:inline}dd{margin:0 .5em;color:var(--c)}@media (max-width:30rem){h1{hyphens:auto}}@media (forced-colors:active){main,footer::after,.actions .first{background:none}.actions .first{color:var(--a)}}@media print{body{display:block;padding:0}main{background:none}main::before,footer::after{display:none}form,.actions [href=""]{display:none}.actions{display:block}.actions .first{padding:0;border:0;background:none;color:var(--a)}[href^="h"]::after{content:" " attr(href)}}</style>
</head>
<body>
<main data-code="500">
<p class="brand"><span aria-hidden="true"><svg height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><rect x="3" y="6" width="26" height="20" rx="3"/><path d="M8 16h5M19 16h5"/><circle cx="16" cy="16" r=".6" fill="currentColor"/></svg></span> <span>Interlude</span></p>
<h1>Something went wrong on this site</h1>
<div class="path" role="img" aria-label="You: working; Front door: working; This site: stopped here">
<svg width="100%" height="4.5em" overflow="visible" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
<line x1="0%" y1="2.25em" x2="100%" y2="2.25em" stroke-width=".125em"/>
<svg x="0%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(20)"><circle r="19"/><circle r="3" fill="currentColor"/></g></svg>
<svg x="50%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(0)"><path d="M-15 19V-4a15 15 0 0 1 30 0V19z"/><circle cx="8" cy="4" r="1"/></g></svg>
<svg x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(-20)" stroke-dasharray="3 4"><path d="M-19-19h38v38h-38zM-19-6h38M-19 7h38"/><g stroke-dasharray="none"><path stroke="Canvas" stroke-width="9" d="M-24 24 24-24"/><path class="cut" stroke-width="3" d="M-24 24 24-24"/></g></g></svg>
<svg class="break" x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g transform="translate(-68)"><path class="gap" stroke="Canvas" stroke-width="8" d="M-12 0H12"/><path class="cut near" stroke-width="3" d="M-15 11-8-11"/><path class="cut far" stroke-width="3" d="M8 11 15-11"/></g></svg>
</svg>
<p class="station"><b>You</b> <span>working</span></p>
<p class="station"><b>Front door</b> <span>working</span></p>
<p class="station broken"><b>This site</b> <span>stopped here</span></p>
</div>
<div class="text">
<section>
<h2>What happened</h2>
<p>The site met a fault of its own while it was preparing this page. It may pass by itself or may need a repair; your device is not the cause.</p>
</section>
<section>
<h2>What you can do</h2>
<ol>
<li>If you were paying or sending a form, check whether it went through before sending it again.</li>
<li>Wait a minute, then reload the page.</li>
<li>If it keeps happening, tell support when it happened, with the code at the foot of this page.</li>
</ol>
</section>
</div>
<ul class="actions">
<li><a href="" class="first">Try again</a></li>
<li><a href="https://www.example.com/">Home page</a></li>
<li><a href="https://status.example.com/">Service status</a></li>
<li><a href="https://www.example.com/contact">Contact support</a></li>
<li><form name="retry" hidden><label><input type="checkbox" value="60" checked> Try again automatically in <b id="left"></b> s</label> <output><b hidden>This site: working</b></output></form><script>{let[b,n]=retry,t=new Date().toUTCString(),w,l,k,q=(v,x)=>l=Math.max(w=v,x||0)*(1+Math.random()/2),f=async a=>{if(self.now)now.hidden=0,now.lastChild.textContent=t;if(b.checked&&!document.hidden&&navigator.onLine&&(left.textContent=l--|0)<1){if(k)return location.reload();a=await fetch("",{method:"HEAD",cache:"no-store",redirect:"manual"}).catch(a=>a);if(n.firstChild.hidden=/^[5u]|429/.test(a.status))a=a.headers?.get("retry-after"),q(w*2,+a||(new Date(a)-new Date)/1e3),b.checked=l<1800;else b.checked=k=/:"GET".*"navigate"/.test(JSON.stringify(performance.getEntries())),l=Math.random()*15}setTimeout(f,1e3)};(b.oninput=a=>q(b.value))();retry.hidden=0;f()}</script></li>
</ul>
<footer>
<dl>
<div><dt>Code</dt><dd lang="en" dir="ltr">500 Internal Server Error</dd></div>
<div id="now" hidden><dt>Time</dt><dd lang="en" dir="ltr"></dd></div>
</dl>
<a href="https://help.example.com/codes/500/#for-visitors">More about this error</a>
</footer>
</main>
</body>
</html>
"interlude};
  return(deliver);
}
if (obj.status == 802 || obj.status == 502) {
  set obj.status = 502;
  set obj.response = "Bad Gateway";
  set obj.http.Retry-After = "30";
  set obj.http.Content-Type = "text/html; charset=utf-8";
  set obj.http.Content-Language = "en";
  set obj.http.Cache-Control = "no-store";
  set obj.http.X-Robots-Tag = "noindex";
  synthetic {interlude"<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-AT5Iaf3Xh7p6ev/bnQW0eC6WHxDV6r5EAtE5C5zbob0='; script-src 'sha256-sUC8LOK/UE+O2BMxGKdh/MnqmdxLDfb6RsbF5fv5lzs='; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Part of this site is not answering · Interlude</title>
<style>:root{--a:#0b6e6e;--n:#faf6ed}@media screen and (prefers-color-scheme:dark){:root{--a:#75c8c7;--n:#161a21}}:root{--h:#ece5d7;--e:#faf6ed;--o:#f0e9dc;--c:#211d17;--d:#635b4e;--f:#857b6b;--g:#cdc3b0;--q:balance;--r:pretty;--p:.2em}@media screen and (prefers-color-scheme:dark){:root{--h:#0e1116;--e:#161a21;--o:#1f242d;--c:#ece6da;--d:#a9a396;--f:#7a7b7d;--g:#343a45}}@media (forced-colors:active){:root{--h:Canvas;--e:Canvas;--o:Canvas;--c:CanvasText;--d:CanvasText;--f:CanvasText;--g:CanvasText;--a:LinkText;--n:Canvas}}@media print{:root{--h:#fff;--e:#fff;--o:#fff;--c:#000}}.path{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));margin:0;font-family:system-ui,"Segoe UI",Arial,sans-serif;font-size:.8125rem;line-height:1.4;color:var(--c)}.path>svg{grid-area:2/1/auto/-1;font-size:1rem}.path [fill="Canvas"]{fill:var(--e)}.path [stroke="Canvas"]{stroke:var(--e)}.path svg .beyond{color:var(--f);stroke:currentColor}.path .cut{stroke:var(--a)}.path p{grid-row:3;margin:0;text-align:center;overflow-wrap:anywhere}.path .station{grid-column:1;text-align:start}.path .station+.station{grid-column:2 / span 2;text-align:center}.path .station+.station+.station{grid-column:4;text-align:end}.path b,.path span{display:block}.path span,.path p.beyond{color:var(--d)}.path .link,.path .broken span{color:var(--a);font-weight:600}.path .link{grid-area:1/1/auto/span 2}.path .second{grid-column:3 / span 2}@media screen and (prefers-reduced-motion:no-preference){.break *{animation:4s ease-in-out both}.gap{animation-name:open}.near{animation-name:near}.far{animation-name:far}}@keyframes open{from{transform:scaleX(0)}}@keyframes near{from{transform:translateX(11.5px)}}@keyframes far{from{transform:translateX(-11.5px)}}*{box-sizing:border-box}html{font-size:clamp(100%,.75rem + .35vw,1.75rem);background:var(--h);accent-color:var(--a);-webkit-text-size-adjust:100%}body{display:grid;grid-template-columns:minmax(0,60rem);place-content:center;min-height:100vh;margin:0;padding:clamp(.75rem,3vmin,3rem);font-family:system-ui,"Segoe UI",Arial,sans-serif;line-height:1.6;color:var(--c)}main{--b:clamp(1.75rem,4.5vmin,3.25rem);--i:radial-gradient(circle closest-side,#0000 calc(100% - 2px),var(--o) calc(100% - 1px),#0000 100%);position:relative;padding:clamp(1.5rem,6vmin,4rem);border:1px solid var(--g);background:var(--e) var(--i)}main::before{--j:conic-gradient(at 1rem 1rem,#0000 75%,#000 0) 0 0 / calc(100% - 1rem) calc(100% - 1rem);content:"";position:absolute;--m:.5rem;inset:var(--m);border:1px solid var(--f);mask:var(--j);pointer-events:none}.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 var(--b);font-size:.8125rem;font-weight:600}.brand svg{height:1.5rem;width:auto}.brand>span{display:flex}.brand>:last-child{min-width:0;overflow-wrap:anywhere}.unseen{position:absolute;clip-path:inset(50%)}h1{margin:0 0 var(--b);max-width:18em;font-family:ui-serif,"Iowan Old Style",Charter,Georgia,"Noto Serif",serif;font-size:clamp(2.125rem,1.3rem + 4vw,4rem);font-weight:400;line-height:1.1;text-wrap:var(--q);overflow-wrap:anywhere}h2{margin:0 0 .375rem;font-size:.8125rem;line-height:1.4;color:var(--d)}.text{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:2rem 3.25rem;margin-top:var(--b)}.text p,ol{margin:0;max-width:34rem;text-wrap:var(--r)}ol{--l:1.3em;padding-inline-start:var(--l)}ol li+li{margin-top:.375rem}li::marker{color:var(--d)}a{color:var(--a);text-underline-offset:var(--p)}a:hover{color:var(--c)}:focus-visible{outline:3px solid var(--a);outline-offset:3px}.actions{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.25rem;margin:var(--b) 0 0;padding:0;list-style:none}.actions a,label,footer a{display:inline-block;min-width:24px;padding:.375rem 0}.actions .first{padding:.75rem 1.25rem;border:1px solid var(--a);background:var(--a);color:var(--n);text-decoration:none}footer{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem 2rem;margin-top:var(--b);padding-top:1.25rem;border-top:1px solid var(--g);font-size:.8125rem;color:var(--d)}footer::after{--k:auto;content:"";width:96px;height:8px;margin-inline-start:var(--k);background:var(--c);box-shadow:inset -16px 0 var(--a),inset -32px 0 var(--h),inset -48px 0 var(--g),inset -64px 0 var(--f),inset -80px 0 var(--d)}dl{margin:0;display:flex;flex-wrap:wrap;gap:0 2rem}dt,dd{display:inline}dd{margin:0 .5em;color:var(--c)}@media (max-width:30rem){h1{hyphens:auto}}@media (forced-colors:active){main,footer::after,.actions .first{background:none}.actions .first{color:var(--a)}}@media print{body{display:block;padding:0}main{background:none}main::before,footer::after{display:none}form,.actions [href=""]{display:none}.actions{display:block}.actions .first{padding:0;border:0;background:none;color:var(--a)}[href^="h"]::after{content:" " attr(href)}}</style>
</head>
<body>
<main data-code="502">
<p class="brand"><span aria-hidden="true"><svg height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><rect x="3" y="6" width="26" height="20" rx="3"/><path d="M8 16h5M19 16h5"/><circle cx="16" cy="16" r=".6" fill="currentColor"/></svg></span> <span>Interlude</span></p>
<h1>Part of this site is not answering</h1>
<div class="path" role="img" aria-label="You: working; Front door: working; This site: stopped here">
<svg width="100%" height="4.5em" overflow="visible" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
<line x1="0%" y1="2.25em" x2="100%" y2="2.25em" stroke-width=".125em"/>
<svg x="0%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(20)"><circle r="19"/><circle r="3" fill="currentColor"/></g></svg>
<svg x="50%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(0)"><path d="M-15 19V-4a15 15 0 0 1 30 0V19z"/><circle cx="8" cy="4" r="1"/></g></svg>
<svg x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(-20)" stroke-dasharray="3 4"><path d="M-19-19h38v38h-38zM-19-6h38M-19 7h38"/><g stroke-dasharray="none"><path stroke="Canvas" stroke-width="9" d="M-24 24 24-24"/><path class="cut" stroke-width="3" d="M-24 24 24-24"/></g></g></svg>
<svg class="break" x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g transform="translate(-68)"><path class="gap" stroke="Canvas" stroke-width="8" d="M-12 0H12"/><path class="cut near" stroke-width="3" d="M-15 11-8-11"/><path class="cut far" stroke-width="3" d="M8 11 15-11"/></g></svg>
</svg>
<p class="station"><b>You</b> <span>working</span></p>
<p class="station"><b>Front door</b> <span>working</span></p>
<p class="station broken"><b>This site</b> <span>stopped here</span></p>
</div>
<div class="text">
<section>
<h2>What happened</h2>
<p>You reached the front of the site, but the part behind it gave no usable answer. This is often temporary, and it is not caused by your device.</p>
</section>
<section>
<h2>What you can do</h2>
<ol>
<li>If you were paying or sending a form, check whether it went through before sending it again.</li>
<li>Wait half a minute, then reload the page.</li>
<li>Look at the service status, or tell support when it happened, with the code at the foot of this page.</li>
</ol>
</section>
</div>
<ul class="actions">
<li><a href="" class="first">Try again</a></li>
<li><a href="https://www.example.com/">Home page</a></li>
<li><a href="https://status.example.com/">Service status</a></li>
<li><a href="https://www.example.com/contact">Contact support</a></li>
<li><form name="retry" hidden><label><input type="checkbox" value="30" checked> Try again automatically in <b id="left"></b> s</label> <output><b hidden>This site: working</b></output></form><script>{let[b,n]=retry,t=new Date().toUTCString(),w,l,k,q=(v,x)=>l=Math.max(w=v,x||0)*(1+Math.random()/2),f=async a=>{if(self.now)now.hidden=0,now.lastChild.textContent=t;if(b.checked&&!document.hidden&&navigator.onLine&&(left.textContent=l--|0)<1){if(k)return location.reload();a=await fetch("",{method:"HEAD",cache:"no-store",redirect:"manual"}).catch(a=>a);if(n.firstChild.hidden=/^[5u]|429/.test(a.status))a=a.headers?.get("retry-after"),q(w*2,+a||(new Date(a)-new Date)/1e3),b.checked=l<1800;else b.checked=k=/:"GET".*"navigate"/.test(JSON.stringify(performance.getEntries())),l=Math.random()*15}setTimeout(f,1e3)};(b.oninput=a=>q(b.value))();retry.hidden=0;f()}</script></li>
</ul>
<footer>
<dl>
<div><dt>Code</dt><dd lang="en" dir="ltr">502 Bad Gateway</dd></div>
<div id="now" hidden><dt>Time</dt><dd lang="en" dir="ltr"></dd></div>
</dl>
<a href="https://help.example.com/codes/502/#for-visitors">More about this error</a>
</footer>
</main>
</body>
</html>
"interlude};
  return(deliver);
}
if (obj.status == 803 || obj.status == 503) {
  set obj.status = 503;
  set obj.response = "Service Unavailable";
  set obj.http.Retry-After = "60";
  set obj.http.Content-Type = "text/html; charset=utf-8";
  set obj.http.Content-Language = "en";
  set obj.http.Cache-Control = "no-store";
  set obj.http.X-Robots-Tag = "noindex";
  synthetic {interlude"<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-AT5Iaf3Xh7p6ev/bnQW0eC6WHxDV6r5EAtE5C5zbob0='; script-src 'sha256-sUC8LOK/UE+O2BMxGKdh/MnqmdxLDfb6RsbF5fv5lzs='; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>This site cannot take visitors right now · Interlude</title>
<style>:root{--a:#0b6e6e;--n:#faf6ed}@media screen and (prefers-color-scheme:dark){:root{--a:#75c8c7;--n:#161a21}}:root{--h:#ece5d7;--e:#faf6ed;--o:#f0e9dc;--c:#211d17;--d:#635b4e;--f:#857b6b;--g:#cdc3b0;--q:balance;--r:pretty;--p:.2em}@media screen and (prefers-color-scheme:dark){:root{--h:#0e1116;--e:#161a21;--o:#1f242d;--c:#ece6da;--d:#a9a396;--f:#7a7b7d;--g:#343a45}}@media (forced-colors:active){:root{--h:Canvas;--e:Canvas;--o:Canvas;--c:CanvasText;--d:CanvasText;--f:CanvasText;--g:CanvasText;--a:LinkText;--n:Canvas}}@media print{:root{--h:#fff;--e:#fff;--o:#fff;--c:#000}}.path{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));margin:0;font-family:system-ui,"Segoe UI",Arial,sans-serif;font-size:.8125rem;line-height:1.4;color:var(--c)}.path>svg{grid-area:2/1/auto/-1;font-size:1rem}.path [fill="Canvas"]{fill:var(--e)}.path [stroke="Canvas"]{stroke:var(--e)}.path svg .beyond{color:var(--f);stroke:currentColor}.path .cut{stroke:var(--a)}.path p{grid-row:3;margin:0;text-align:center;overflow-wrap:anywhere}.path .station{grid-column:1;text-align:start}.path .station+.station{grid-column:2 / span 2;text-align:center}.path .station+.station+.station{grid-column:4;text-align:end}.path b,.path span{display:block}.path span,.path p.beyond{color:var(--d)}.path .link,.path .broken span{color:var(--a);font-weight:600}.path .link{grid-area:1/1/auto/span 2}.path .second{grid-column:3 / span 2}@media screen and (prefers-reduced-motion:no-preference){.break *{animation:4s ease-in-out both}.gap{animation-name:open}.near{animation-name:near}.far{animation-name:far}}@keyframes open{from{transform:scaleX(0)}}@keyframes near{from{transform:translateX(11.5px)}}@keyframes far{from{transform:translateX(-11.5px)}}*{box-sizing:border-box}html{font-size:clamp(100%,.75rem + .35vw,1.75rem);background:var(--h);accent-color:var(--a);-webkit-text-size-adjust:100%}body{display:grid;grid-template-columns:minmax(0,60rem);place-content:center;min-height:100vh;margin:0;padding:clamp(.75rem,3vmin,3rem);font-family:system-ui,"Segoe UI",Arial,sans-serif;line-height:1.6;color:var(--c)}main{--b:clamp(1.75rem,4.5vmin,3.25rem);--i:radial-gradient(circle closest-side,#0000 calc(100% - 2px),var(--o) calc(100% - 1px),#0000 100%);position:relative;padding:clamp(1.5rem,6vmin,4rem);border:1px solid var(--g);background:var(--e) var(--i)}main::before{--j:conic-gradient(at 1rem 1rem,#0000 75%,#000 0) 0 0 / calc(100% - 1rem) calc(100% - 1rem);content:"";position:absolute;--m:.5rem;inset:var(--m);border:1px solid var(--f);mask:var(--j);pointer-events:none}.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 var(--b);font-size:.8125rem;font-weight:600}.brand svg{height:1.5rem;width:auto}.brand>span{display:flex}.brand>:last-child{min-width:0;overflow-wrap:anywhere}.unseen{position:absolute;clip-path:inset(50%)}h1{margin:0 0 var(--b);max-width:18em;font-family:ui-serif,"Iowan Old Style",Charter,Georgia,"Noto Serif",serif;font-size:clamp(2.125rem,1.3rem + 4vw,4rem);font-weight:400;line-height:1.1;text-wrap:var(--q);overflow-wrap:anywhere}h2{margin:0 0 .375rem;font-size:.8125rem;line-height:1.4;color:var(--d)}.text{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:2rem 3.25rem;margin-top:var(--b)}.text p,ol{margin:0;max-width:34rem;text-wrap:var(--r)}ol{--l:1.3em;padding-inline-start:var(--l)}ol li+li{margin-top:.375rem}li::marker{color:var(--d)}a{color:var(--a);text-underline-offset:var(--p)}a:hover{color:var(--c)}:focus-visible{outline:3px solid var(--a);outline-offset:3px}.actions{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.25rem;margin:var(--b) 0 0;padding:0;list-style:none}.actions a,label,footer a{display:inline-block;min-width:24px;padding:.375rem 0}.actions .first{padding:.75rem 1.25rem;border:1px solid var(--a);background:var(--a);color:var(--n);text-decoration:none}footer{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem 2rem;margin-top:var(--b);padding-top:1.25rem;border-top:1px solid var(--g);font-size:.8125rem;color:var(--d)}footer::after{--k:auto;content:"";width:96px;height:8px;margin-inline-start:var(--k);background:var(--c);box-shadow:inset -16px 0 var(--a),inset -32px 0 var(--h),inset -48px 0 var(--g),inset -64px 0 var(--f),inset -80px 0 var(--d)}dl{margin:0;display:flex;flex-wrap:wrap;gap:0 2rem}dt,dd{display:inline}dd{margin:0 .5em;color:var(--c)}@media (max-width:30rem){h1{hyphens:auto}}@media (forced-colors:active){main,footer::after,.actions .first{background:none}.actions .first{color:var(--a)}}@media print{body{display:block;padding:0}main{background:none}main::before,footer::after{display:none}form,.actions [href=""]{display:none}.actions{display:block}.actions .first{padding:0;border:0;background:none;color:var(--a)}[href^="h"]::after{content:" " attr(href)}}</style>
</head>
<body>
<main data-code="503">
<p class="brand"><span aria-hidden="true"><svg height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><rect x="3" y="6" width="26" height="20" rx="3"/><path d="M8 16h5M19 16h5"/><circle cx="16" cy="16" r=".6" fill="currentColor"/></svg></span> <span>Interlude</span></p>
<h1>This site cannot take visitors right now</h1>
<div class="path" role="img" aria-label="You: working; Front door: working; This site: stopped here">
<svg width="100%" height="4.5em" overflow="visible" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
<line x1="0%" y1="2.25em" x2="100%" y2="2.25em" stroke-width=".125em"/>
<svg x="0%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(20)"><circle r="19"/><circle r="3" fill="currentColor"/></g></svg>
<svg x="50%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(0)"><path d="M-15 19V-4a15 15 0 0 1 30 0V19z"/><circle cx="8" cy="4" r="1"/></g></svg>
<svg x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(-20)" stroke-dasharray="3 4"><path d="M-19-19h38v38h-38zM-19-6h38M-19 7h38"/><g stroke-dasharray="none"><path stroke="Canvas" stroke-width="9" d="M-24 24 24-24"/><path class="cut" stroke-width="3" d="M-24 24 24-24"/></g></g></svg>
<svg class="break" x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g transform="translate(-68)"><path class="gap" stroke="Canvas" stroke-width="8" d="M-12 0H12"/><path class="cut near" stroke-width="3" d="M-15 11-8-11"/><path class="cut far" stroke-width="3" d="M8 11 15-11"/></g></svg>
</svg>
<p class="station"><b>You</b> <span>working</span></p>
<p class="station"><b>Front door</b> <span>working</span></p>
<p class="station broken"><b>This site</b> <span>stopped here</span></p>
</div>
<div class="text">
<section>
<h2>What happened</h2>
<p>Either more is being asked of the site than it can serve, or it has been closed for maintenance. That is usually temporary.</p>
</section>
<section>
<h2>What you can do</h2>
<ol>
<li>If you were paying or sending a form, check whether it went through before sending it again.</li>
<li>Wait a minute, then reload the page.</li>
<li>Look at the service status for how long it is expected to last.</li>
</ol>
</section>
</div>
<ul class="actions">
<li><a href="" class="first">Try again</a></li>
<li><a href="https://www.example.com/">Home page</a></li>
<li><a href="https://status.example.com/">Service status</a></li>
<li><a href="https://www.example.com/contact">Contact support</a></li>
<li><form name="retry" hidden><label><input type="checkbox" value="60" checked> Try again automatically in <b id="left"></b> s</label> <output><b hidden>This site: working</b></output></form><script>{let[b,n]=retry,t=new Date().toUTCString(),w,l,k,q=(v,x)=>l=Math.max(w=v,x||0)*(1+Math.random()/2),f=async a=>{if(self.now)now.hidden=0,now.lastChild.textContent=t;if(b.checked&&!document.hidden&&navigator.onLine&&(left.textContent=l--|0)<1){if(k)return location.reload();a=await fetch("",{method:"HEAD",cache:"no-store",redirect:"manual"}).catch(a=>a);if(n.firstChild.hidden=/^[5u]|429/.test(a.status))a=a.headers?.get("retry-after"),q(w*2,+a||(new Date(a)-new Date)/1e3),b.checked=l<1800;else b.checked=k=/:"GET".*"navigate"/.test(JSON.stringify(performance.getEntries())),l=Math.random()*15}setTimeout(f,1e3)};(b.oninput=a=>q(b.value))();retry.hidden=0;f()}</script></li>
</ul>
<footer>
<dl>
<div><dt>Code</dt><dd lang="en" dir="ltr">503 Service Unavailable</dd></div>
<div id="now" hidden><dt>Time</dt><dd lang="en" dir="ltr"></dd></div>
</dl>
<a href="https://help.example.com/codes/503/#for-visitors">More about this error</a>
</footer>
</main>
</body>
</html>
"interlude};
  return(deliver);
}
if (obj.status == 804 || obj.status == 504) {
  set obj.status = 504;
  set obj.response = "Gateway Timeout";
  set obj.http.Retry-After = "60";
  set obj.http.Content-Type = "text/html; charset=utf-8";
  set obj.http.Content-Language = "en";
  set obj.http.Cache-Control = "no-store";
  set obj.http.X-Robots-Tag = "noindex";
  synthetic {interlude"<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-AT5Iaf3Xh7p6ev/bnQW0eC6WHxDV6r5EAtE5C5zbob0='; script-src 'sha256-sUC8LOK/UE+O2BMxGKdh/MnqmdxLDfb6RsbF5fv5lzs='; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>This page is taking too long · Interlude</title>
<style>:root{--a:#0b6e6e;--n:#faf6ed}@media screen and (prefers-color-scheme:dark){:root{--a:#75c8c7;--n:#161a21}}:root{--h:#ece5d7;--e:#faf6ed;--o:#f0e9dc;--c:#211d17;--d:#635b4e;--f:#857b6b;--g:#cdc3b0;--q:balance;--r:pretty;--p:.2em}@media screen and (prefers-color-scheme:dark){:root{--h:#0e1116;--e:#161a21;--o:#1f242d;--c:#ece6da;--d:#a9a396;--f:#7a7b7d;--g:#343a45}}@media (forced-colors:active){:root{--h:Canvas;--e:Canvas;--o:Canvas;--c:CanvasText;--d:CanvasText;--f:CanvasText;--g:CanvasText;--a:LinkText;--n:Canvas}}@media print{:root{--h:#fff;--e:#fff;--o:#fff;--c:#000}}.path{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));margin:0;font-family:system-ui,"Segoe UI",Arial,sans-serif;font-size:.8125rem;line-height:1.4;color:var(--c)}.path>svg{grid-area:2/1/auto/-1;font-size:1rem}.path [fill="Canvas"]{fill:var(--e)}.path [stroke="Canvas"]{stroke:var(--e)}.path svg .beyond{color:var(--f);stroke:currentColor}.path .cut{stroke:var(--a)}.path p{grid-row:3;margin:0;text-align:center;overflow-wrap:anywhere}.path .station{grid-column:1;text-align:start}.path .station+.station{grid-column:2 / span 2;text-align:center}.path .station+.station+.station{grid-column:4;text-align:end}.path b,.path span{display:block}.path span,.path p.beyond{color:var(--d)}.path .link,.path .broken span{color:var(--a);font-weight:600}.path .link{grid-area:1/1/auto/span 2}.path .second{grid-column:3 / span 2}@media screen and (prefers-reduced-motion:no-preference){.break *{animation:4s ease-in-out both}.gap{animation-name:open}.near{animation-name:near}.far{animation-name:far}}@keyframes open{from{transform:scaleX(0)}}@keyframes near{from{transform:translateX(11.5px)}}@keyframes far{from{transform:translateX(-11.5px)}}*{box-sizing:border-box}html{font-size:clamp(100%,.75rem + .35vw,1.75rem);background:var(--h);accent-color:var(--a);-webkit-text-size-adjust:100%}body{display:grid;grid-template-columns:minmax(0,60rem);place-content:center;min-height:100vh;margin:0;padding:clamp(.75rem,3vmin,3rem);font-family:system-ui,"Segoe UI",Arial,sans-serif;line-height:1.6;color:var(--c)}main{--b:clamp(1.75rem,4.5vmin,3.25rem);--i:radial-gradient(circle closest-side,#0000 calc(100% - 2px),var(--o) calc(100% - 1px),#0000 100%);position:relative;padding:clamp(1.5rem,6vmin,4rem);border:1px solid var(--g);background:var(--e) var(--i)}main::before{--j:conic-gradient(at 1rem 1rem,#0000 75%,#000 0) 0 0 / calc(100% - 1rem) calc(100% - 1rem);content:"";position:absolute;--m:.5rem;inset:var(--m);border:1px solid var(--f);mask:var(--j);pointer-events:none}.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 var(--b);font-size:.8125rem;font-weight:600}.brand svg{height:1.5rem;width:auto}.brand>span{display:flex}.brand>:last-child{min-width:0;overflow-wrap:anywhere}.unseen{position:absolute;clip-path:inset(50%)}h1{margin:0 0 var(--b);max-width:18em;font-family:ui-serif,"Iowan Old Style",Charter,Georgia,"Noto Serif",serif;font-size:clamp(2.125rem,1.3rem + 4vw,4rem);font-weight:400;line-height:1.1;text-wrap:var(--q);overflow-wrap:anywhere}h2{margin:0 0 .375rem;font-size:.8125rem;line-height:1.4;color:var(--d)}.text{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:2rem 3.25rem;margin-top:var(--b)}.text p,ol{margin:0;max-width:34rem;text-wrap:var(--r)}ol{--l:1.3em;padding-inline-start:var(--l)}ol li+li{margin-top:.375rem}li::marker{color:var(--d)}a{color:var(--a);text-underline-offset:var(--p)}a:hover{color:var(--c)}:focus-visible{outline:3px solid var(--a);outline-offset:3px}.actions{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.25rem;margin:var(--b) 0 0;padding:0;list-style:none}.actions a,label,footer a{display:inline-block;min-width:24px;padding:.375rem 0}.actions .first{padding:.75rem 1.25rem;border:1px solid var(--a);background:var(--a);color:var(--n);text-decoration:none}footer{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem 2rem;margin-top:var(--b);padding-top:1.25rem;border-top:1px solid var(--g);font-size:.8125rem;color:var(--d)}footer::after{--k:auto;content:"";width:96px;height:8px;margin-inline-start:var(--k);background:var(--c);box-shadow:inset -16px 0 var(--a),inset -32px 0 var(--h),inset -48px 0 var(--g),inset -64px 0 var(--f),inset -80px 0 var(--d)}dl{margin:0;display:flex;flex-wrap:wrap;gap:0 2rem}dt,dd{display:inline}dd{margin:0 .5em;color:var(--c)}@media (max-width:30rem){h1{hyphens:auto}}@media (forced-colors:active){main,footer::after,.actions .first{background:none}.actions .first{color:var(--a)}}@media print{body{display:block;padding:0}main{background:none}main::before,footer::after{display:none}form,.actions [href=""]{display:none}.actions{display:block}.actions .first{padding:0;border:0;background:none;color:var(--a)}[href^="h"]::after{content:" " attr(href)}}</style>
</head>
<body>
<main data-code="504">
<p class="brand"><span aria-hidden="true"><svg height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><rect x="3" y="6" width="26" height="20" rx="3"/><path d="M8 16h5M19 16h5"/><circle cx="16" cy="16" r=".6" fill="currentColor"/></svg></span> <span>Interlude</span></p>
<h1>This page is taking too long</h1>
<div class="path" role="img" aria-label="You: working; Front door: working; This site: stopped here">
<svg width="100%" height="4.5em" overflow="visible" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
<line x1="0%" y1="2.25em" x2="100%" y2="2.25em" stroke-width=".125em"/>
<svg x="0%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(20)"><circle r="19"/><circle r="3" fill="currentColor"/></g></svg>
<svg x="50%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(0)"><path d="M-15 19V-4a15 15 0 0 1 30 0V19z"/><circle cx="8" cy="4" r="1"/></g></svg>
<svg x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g fill="Canvas" transform="translate(-20)" stroke-dasharray="3 4"><path d="M-19-19h38v38h-38zM-19-6h38M-19 7h38"/><g stroke-dasharray="none"><path stroke="Canvas" stroke-width="9" d="M-24 24 24-24"/><path class="cut" stroke-width="3" d="M-24 24 24-24"/></g></g></svg>
<svg class="break" x="100%" y="2.25em" width="1em" height="1em" viewBox="0 0 16 16" overflow="visible"><g transform="translate(-68)"><path class="gap" stroke="Canvas" stroke-width="8" d="M-12 0H12"/><path class="cut near" stroke-width="3" d="M-15 11-8-11"/><path class="cut far" stroke-width="3" d="M8 11 15-11"/></g></svg>
</svg>
<p class="station"><b>You</b> <span>working</span></p>
<p class="station"><b>Front door</b> <span>working</span></p>
<p class="station broken"><b>This site</b> <span>stopped here</span></p>
</div>
<div class="text">
<section>
<h2>What happened</h2>
<p>The part of the site that prepares this page did not answer in the time allowed. This is often temporary, and what you asked for may still be under way.</p>
</section>
<section>
<h2>What you can do</h2>
<ol>
<li>If you were paying or sending a form, check whether it went through before sending it again.</li>
<li>Wait a minute, then reload the page.</li>
<li>If it is always the same page, tell support when it happened, with the code at the foot of this page.</li>
</ol>
</section>
</div>
<ul class="actions">
<li><a href="" class="first">Try again</a></li>
<li><a href="https://www.example.com/">Home page</a></li>
<li><a href="https://status.example.com/">Service status</a></li>
<li><a href="https://www.example.com/contact">Contact support</a></li>
<li><form name="retry" hidden><label><input type="checkbox" value="60" checked> Try again automatically in <b id="left"></b> s</label> <output><b hidden>This site: working</b></output></form><script>{let[b,n]=retry,t=new Date().toUTCString(),w,l,k,q=(v,x)=>l=Math.max(w=v,x||0)*(1+Math.random()/2),f=async a=>{if(self.now)now.hidden=0,now.lastChild.textContent=t;if(b.checked&&!document.hidden&&navigator.onLine&&(left.textContent=l--|0)<1){if(k)return location.reload();a=await fetch("",{method:"HEAD",cache:"no-store",redirect:"manual"}).catch(a=>a);if(n.firstChild.hidden=/^[5u]|429/.test(a.status))a=a.headers?.get("retry-after"),q(w*2,+a||(new Date(a)-new Date)/1e3),b.checked=l<1800;else b.checked=k=/:"GET".*"navigate"/.test(JSON.stringify(performance.getEntries())),l=Math.random()*15}setTimeout(f,1e3)};(b.oninput=a=>q(b.value))();retry.hidden=0;f()}</script></li>
</ul>
<footer>
<dl>
<div><dt>Code</dt><dd lang="en" dir="ltr">504 Gateway Timeout</dd></div>
<div id="now" hidden><dt>Time</dt><dd lang="en" dir="ltr"></dd></div>
</dl>
<a href="https://help.example.com/codes/504/#for-visitors">More about this error</a>
</footer>
</main>
</body>
</html>
"interlude};
  return(deliver);
}
