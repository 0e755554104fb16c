// Put into each page by `interlude serve`, and by nothing else: reloads the page after a build without losing the place,
// and shows what is wrong with the build.
(() => {
  'use strict'
  const generation = document.currentScript.dataset.generation
  const place = 'interlude:place'
  const closed = 'interlude:closed'
  let source, state, overlay

  const remembered = (name, value) => {
    try {
      if (value === undefined) return sessionStorage.getItem(name)
      value === null ? sessionStorage.removeItem(name) : sessionStorage.setItem(name, value)
    } catch {}  // a browser that keeps nothing
  }

  // The browser puts a page back where it was, but not always before it is painted, nor after its height changed.
  const returnToPlace = () => {
    const saved = remembered(place)
    if (!saved) return
    const { page, x, y } = JSON.parse(saved)
    if (page !== location.href) return remembered(place, null)
    const move = () => scrollTo({ left: x, top: y, behavior: 'instant' })
    move()
    addEventListener('load', () => { move(); requestAnimationFrame(move) }, { once: true })
    remembered(place, null)
  }

  const reload = () => {
    source?.close()
    remembered(place, JSON.stringify({ page: location.href, x: scrollX, y: scrollY }))
    location.reload()
  }

  const listen = () => {
    source?.close()
    source = new EventSource('/__interlude/events')
    source.addEventListener('state', event => {
      state = JSON.parse(event.data)
      if (state.generation !== generation) return reload()
      show()
    })
  }

  // Browsers open six connections to a server, so a page that nobody sees lets go of its own.
  document.addEventListener('visibilitychange', () => document.hidden ? source?.close() : listen())
  addEventListener('pagehide', () => source?.close())
  addEventListener('pageshow', event => { if (event.persisted) listen() })

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties)
    element.append(...children)
    return element
  }

  const count = (number, word) => number ? `${number} ${word}${number === 1 ? '' : 's'}` : ''

  const show = () => {
    overlay?.host.remove()
    overlay = undefined
    if (!state.problems.length) return remembered(closed, null)
    const signature = JSON.stringify(state.problems)
    const isOpen = state.errors > 0 && remembered(closed) !== signature
    overlay = build(signature)
    document.documentElement.append(overlay.host)
    overlay.turn(isOpen)
  }

  const build = signature => {
    const host = make('div', { lang: 'en', dir: 'ltr' })
    host.id = 'interlude-problems'
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]
    const summary = [count(state.errors, 'error'), count(state.warnings, 'warning')].filter(Boolean).join(', ') || 'Notes'
    const close = make('button', { type: 'button', textContent: 'Close' })
    close.append(make('kbd', { textContent: 'Esc' }))
    const items = state.problems.map(({ severity, text }) => {
      const [title, ...rest] = text.replace(/\s+$/, '').split('\n')
      const drawing = make('pre', { textContent: rest.join('\n'), tabIndex: 0 })
      drawing.setAttribute('role', 'group')
      drawing.setAttribute('aria-label', 'Where and why')
      return make('li', { className: severity }, make('h3', { textContent: title }), drawing)
    })
    const hidden = state.errors + state.warnings - items.length
    const note = state.errors ? 'You see the last build that succeeded. ' : ''
    const panel = make('section', {},
      make('header', {}, make('h2', { textContent: summary }), close),
      make('p', { textContent: note + (hidden > 0 ? `The terminal shows ${hidden} more.` : '') }),
      make('ol', {}, ...items))
    panel.setAttribute('aria-label', 'Problems of the build')
    const badge = make('button', { type: 'button', className: state.errors ? 'badge error' : 'badge', textContent: summary })
    badge.setAttribute('aria-expanded', 'false')
    const live = make('div', { className: 'live' })
    live.setAttribute('role', 'status')
    root.append(live, panel, badge)
    const turn = (isOpen, takesFocus) => {
      panel.hidden = !isOpen
      badge.hidden = isOpen
      if (takesFocus) (isOpen ? close : badge).focus()
    }
    const shut = takesFocus => {
      remembered(closed, signature)
      turn(false, takesFocus)
    }
    close.addEventListener('click', () => shut(true))
    badge.addEventListener('click', () => turn(true, true))
    // Said after it is in the page, or a screen reader does not hear it.
    setTimeout(() => { live.textContent = `Build: ${summary}` }, 100)
    return { host, panel, turn, shut }
  }

  addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !overlay || overlay.panel.hidden || event.defaultPrevented) return
    overlay.shut(document.activeElement === overlay.host)
  })

  const style = `
    :host { all: initial; color-scheme: light dark; --ink: #1d2224; --paper: #fff; --line: #c9d0d2; --error: #a3182a; --warning: #7a4b00 }
    @media (prefers-color-scheme: dark) {
      :host { --ink: #e8ecee; --paper: #191e21; --line: #475257; --error: #ff9aa2; --warning: #f1c26b }
    }
    @media print { :host { display: none } }
    [hidden] { display: none !important }
    section, .badge { position: fixed; z-index: 2147483647; box-sizing: border-box; color: var(--ink); background: var(--paper);
      border: 1px solid var(--line); font: 15px/1.5 system-ui, sans-serif; box-shadow: 0 .5rem 2rem rgb(0 0 0 / .3) }
    section { inset: auto 0 0 0; max-height: min(70vh, 44rem); overflow: auto; border-width: 3px 0 0; border-color: var(--error); padding: 1rem 1.25rem 1.25rem }
    header { display: flex; gap: 1rem; align-items: center; justify-content: space-between }
    h2 { font-size: 1.15rem; margin: 0 }
    h3 { font-size: 1rem; margin: 0 0 .25rem; overflow-wrap: anywhere }
    .error h3 { color: var(--error) } .warning h3 { color: var(--warning) }
    p { margin: .25rem 0 .75rem }
    ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem }
    li { min-width: 0 }
    pre { margin: 0; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace }
    button { font: inherit; min-height: 2rem; padding: .2rem .8rem; color: inherit; background: none; border: 1px solid currentcolor; border-radius: .35rem; cursor: pointer }
    kbd { font: inherit; font-size: .8em; opacity: .8; margin-inline-start: .6em }
    .badge { inset: auto 1rem 1rem auto; background: var(--paper); color: var(--warning); font-weight: 600 }
    .badge.error { color: var(--error) }
    :focus-visible { outline: 3px solid currentcolor; outline-offset: 2px }
    .live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  `

  returnToPlace()
  if (!document.hidden) listen()
})()
