"""Questions asked inside a page; each gives a list of problems or nothing."""

# WCAG 1.4.10: no scrolling in two directions.
OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return null;
  const wide = [...document.querySelectorAll('body *')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.right > width + 1 || box.left < -1;
  });
  return `${document.documentElement.scrollWidth} px wide, for example ` +
    wide.slice(-3).map(e => `${e.tagName.toLowerCase()}.${e.getAttribute('class')}`).join(', ');
}"""

# WCAG 2.5.8: 24 by 24 pixels, but for links in running text and controls drawn by the browser.
SMALL_TARGETS = """() => [...document.querySelectorAll('button, summary, nav a, .actions a, footer a')]
  .map(e => [e, e.getBoundingClientRect(), getComputedStyle(e)])
  .filter(([e, box, style]) => box.width > 0 && style.display !== 'inline' && style.clipPath === 'none')
  .filter(([e, box]) => box.width < 24 || box.height < 24)
  .map(([e, box]) => `${e.tagName.toLowerCase()} “${e.textContent.trim().slice(0, 20)}”, ` +
    `${Math.round(box.width)} by ${Math.round(box.height)}`)"""

# Declarations of the page's own style that this browser does not understand.
DROPPED_STYLES = """() => [...document.querySelectorAll('style')].flatMap(style =>
  [...style.textContent.matchAll(/(?<=[{;])\\s*([a-z-]+)\\s*:\\s*([^;{}]+)(?=[;}])/g)]
    .filter(([, name, value]) => !name.startsWith('--') && !value.includes('var('))
    .filter(([, name, value]) => !CSS.supports(name, value))
    .map(([text]) => text))"""
