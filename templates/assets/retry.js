// Tries again by itself, for a page about an outage; see partials/retry.mustache.
//
// It never sends a form again. A page cannot know whether it answers a form; so unless the proxy says that it does not
// (Server-Timing: method;desc=GET), and unless nobody has reloaded it, it only says that the site is back.
//
// Counted in bytes: line breaks, indents and lines that begin with // are taken away, nothing else.
// It also says when the page came, for whoever has to tell support; pages that a proxy fills in say so themselves.
//
// `retry`, `left` and `now` are the elements of that name and id (HTML Standard, "named access on the Window object").
// b box, n news, t time, w wait, l what is left of it, k known to be safe to reload.
{
  let[b,n]=retry,
    t=new Date().toUTCString(),
    w,l,k,
    // At least as long as the server asks for, and up to half as long again, so that not all come at the same time.
    q=(v,x)=>l=Math.max(w=v,x||0)*(1+Math.random()/2),
    f=async a=>{
      // The small print comes after the script.
      if(self.now)now.hidden=0,now.lastChild.textContent=t;
      // Time stands still while nobody looks or there is no network.
      if(b.checked&&!document.hidden&&navigator.onLine&&(left.textContent=l--|0)<1){
        if(k)return location.reload();
        a=await fetch("",{method:"HEAD",cache:"no-store",redirect:"manual"}).catch(a=>a);
        // Still failing, or not to be asked so often, or not reached (undefined): wait twice as long, in the end no more.
        if(n.firstChild.hidden=/^[5u]|429/.test(a.status))
          a=a.headers?.get("retry-after"),
          q(w*2,+a||(new Date(a)-new Date)/1e3),
          b.checked=l<1800;
        else b.checked=k=/:"GET".*"navigate"/.test(JSON.stringify(performance.getEntries())),
          l=Math.random()*15
      }
      setTimeout(f,1e3)
    };
  (b.oninput=a=>q(b.value))();
  retry.hidden=0;
  f()
}
