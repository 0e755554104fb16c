// Comforts for pages that work without them: copying code and pages, wrapping long lines, colours to choose, a header that
// comes back, tabs that remember, a list of headings that follows, printing a section. Nothing is sent, and nothing but the
// page's own Markdown is fetched, when somebody copies it.
(() => {
  'use strict'
  const words = document.currentScript.dataset
  const all = (selector, root = document) => [...root.querySelectorAll(selector)]
  const button = (className, text) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = className
    element.textContent = text
    return element
  }

  // Browsers give a page the clipboard only where it came over a safe connection.
  const copier = (className, label, write, otherwise) => {
    const copy = button(className, label)
    let timer
    copy.addEventListener('click', async () => {
      try {
        await write()
      } catch {
        return otherwise()
      }
      copy.textContent = words.copied
      clearTimeout(timer)
      timer = setTimeout(() => { copy.textContent = label }, 2000)
    })
    copy.setAttribute('aria-live', 'polite')
    return copy
  }
  for (const pre of all('.prose pre, .callout pre')) {
    const box = document.createElement('div')
    const tools = document.createElement('div')
    if (pre.scrollWidth > pre.clientWidth + 1) {
      const wrap = button('wrap', words.wrap)
      wrap.setAttribute('aria-pressed', 'false')
      wrap.addEventListener('click', () => wrap.setAttribute('aria-pressed', pre.classList.toggle('wrapped')))
      tools.append(wrap)
    }
    if (navigator.clipboard) {
      tools.append(copier('copy', words.copy, () => navigator.clipboard.writeText(pre.textContent.replace(/\n$/, '')),
        // Then the text is chosen, and Ctrl+C does it.
        () => getSelection().selectAllChildren(pre)))
    }
    if (!tools.firstChild) continue
    box.className = 'copyable'
    tools.className = 'tools'
    pre.replaceWith(box)
    box.append(pre, tools)
  }

  // The device's colours, then the others in turn.
  const masthead = document.querySelector('.masthead')
  const root = document.documentElement
  if (masthead) {
    const isDark = matchMedia('(prefers-color-scheme: dark)')
    const turn = button('theme', '')
    const name = () => { turn.title = words[root.dataset.theme ?? 'auto'] }
    turn.addEventListener('click', () => {
      const [first, second] = isDark.matches ? ['light', 'dark'] : ['dark', 'light']
      const next = { [first]: second, [second]: '' }[root.dataset.theme] ?? first
      if (next) root.dataset.theme = next
      else delete root.dataset.theme
      try {
        if (next) localStorage.setItem('interlude:theme', next)
        else localStorage.removeItem('interlude:theme')
      } catch {}
      name()
    })
    name()
    masthead.append(turn)

    // Of the header, what begins with the search stays in reach while one scrolls up, and goes when one reads on.
    const search = masthead.querySelector('.search')
    if (search) {
      let last = scrollY
      const measure = () => {
        const row = Math.min(masthead.offsetHeight, masthead.offsetHeight - search.offsetTop + masthead.clientTop + 6)
        root.style.setProperty('--full', `${masthead.offsetHeight}px`)
        return row
      }
      let row = measure()
      masthead.classList.add('follows')
      const yieldTo = () => {
        const isUp = scrollY < last - 4
        if (isUp || scrollY > last + 4 || scrollY <= 0) {
          const isShown = scrollY > 0 && (isUp || masthead.contains(document.activeElement))
          root.style.setProperty('--head', isShown ? `${row}px` : '0px')
          last = scrollY
        }
      }
      addEventListener('scroll', yieldTo, { passive: true })
      addEventListener('resize', () => { row = measure() }, { passive: true })
      masthead.addEventListener('focusin', () => scrollY > 0 && root.style.setProperty('--head', `${row}px`))
    }
  }

  // Who chose nginx once means nginx everywhere.
  const tabs = all('.tabs > input')
  if (tabs.length) {
    const key = 'interlude:tab'
    const nameOf = input => input.nextElementSibling.textContent
    const choose = name => {
      for (const input of tabs) if (nameOf(input) === name) input.checked = true
    }
    try { choose(localStorage.getItem(key)) } catch {}
    for (const input of tabs) {
      input.addEventListener('change', () => {
        const top = input.getBoundingClientRect().top
        choose(nameOf(input))
        // Groups further up may have changed their height; what was clicked stays under the pointer.
        scrollBy({ top: input.getBoundingClientRect().top - top, behavior: 'instant' })
        try { localStorage.setItem(key, nameOf(input)) } catch {}
      })
    }
  }

  // What the glossary says of a word comes to the word that leads there: pointed at, reached by a key, or touched once.
  const glossary = words.glossary && new URL(words.glossary, location.href)
  if (glossary && location.protocol !== 'file:' && glossary.pathname !== location.pathname) {
    let page, note, shown, timer
    const close = () => {
      clearTimeout(timer)
      shown?.removeAttribute('aria-describedby')
      note?.remove()
      shown = note = undefined
    }
    const explain = async link => {
      clearTimeout(timer)
      if (shown === link) return
      close()
      shown = link
      page ??= fetch(glossary).then(response => response.text())
        .then(text => new DOMParser().parseFromString(text, 'text/html'))
      const said = (await page.catch(() => {}))?.getElementById(decodeURIComponent(link.hash.slice(1)))?.nextElementSibling
      if (shown !== link || !said) return
      note = document.createElement('span')
      note.className = 'word'
      note.id = 'page.word'
      note.role = 'tooltip'
      note.textContent = said.textContent
      // It may be pointed at in its turn (WCAG 1.4.13).
      note.addEventListener('mouseenter', () => clearTimeout(timer))
      note.addEventListener('mouseleave', close)
      const card = link.closest('.card')
      card.append(note)
      const [box, frame] = [link.getBoundingClientRect(), card.getBoundingClientRect()]
      note.style.top = `${box.bottom - frame.top}px`
      note.style.left = `${Math.max(8, Math.min(box.left - frame.left, frame.width - note.offsetWidth - 8))}px`
      link.setAttribute('aria-describedby', note.id)
    }
    for (const link of all('.prose a[href*="#"]')) {
      if (link.pathname !== glossary.pathname || link.hash.length < 2) continue
      link.classList.add('term')
      let isTouched
      link.addEventListener('pointerdown', event => { isTouched = event.pointerType === 'touch' && shown !== link })
      link.addEventListener('click', event => {
        if (!isTouched) return
        isTouched = false
        event.preventDefault()
        explain(link)
      })
      link.addEventListener('mouseenter', () => explain(link))
      link.addEventListener('focus', () => explain(link))
      link.addEventListener('mouseleave', () => { timer = setTimeout(close, 200) })
      link.addEventListener('blur', close)
    }
    addEventListener('keydown', event => { if (event.key === 'Escape') close() })
  }

  // A menu closes as menus do.
  const menu = document.querySelector('.menu')
  if (menu) {
    document.addEventListener('click', event => { if (!menu.contains(event.target)) menu.open = false })
    menu.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return
      menu.open = false
      menu.firstElementChild.focus()
    })
  }

  // A long sidebar begins where the page stands in it.
  const sidebar = document.querySelector('.sidebar')
  const here = sidebar?.querySelector('[aria-current]')
  if (here && sidebar.scrollHeight > sidebar.clientHeight) {
    const offset = here.getBoundingClientRect().top - sidebar.getBoundingClientRect().top
    if (offset > sidebar.clientHeight - 60) sidebar.scrollTop = offset - sidebar.clientHeight / 3
  }

  const list = document.querySelector('.contents')
  const heads = all('.contents a')
    .map(link => [document.getElementById(decodeURIComponent(link.hash.slice(1))), link]).filter(([head]) => head)
  let current
  if (list && heads.length) {
    let isAsked = false
    const follow = () => {
      isAsked = false
      const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0
      const found = isEnd ? heads.at(-1) : heads.findLast(([head]) => head.getBoundingClientRect().top < innerHeight / 3)
      if (found === current) return
      current?.[1].removeAttribute('aria-current')
      found?.[1].setAttribute('aria-current', 'location')
      current = found
      const pane = list.querySelector('details')
      if (found && pane.scrollHeight > pane.clientHeight) {
        pane.scrollTop = found[1].offsetTop - pane.clientHeight / 2
      }
    }
    const ask = () => {
      if (!isAsked) requestAnimationFrame(follow)
      isAsked = true
    }
    addEventListener('scroll', ask, { passive: true })
    addEventListener('resize', ask, { passive: true })
    follow()
  }

  const prose = document.querySelector('.prose')
  if (prose) {
    // A section is its heading and what follows, up to the next heading of the same or a higher level.
    const section = head => {
      const kept = new Set([head])
      for (let next = head.nextElementSibling; next && !(/^H[1-6]$/.test(next.tagName) && next.tagName <= head.tagName);
        next = next.nextElementSibling) kept.add(next)
      return kept
    }
    const print = head => {
      const kept = head && section(head)
      for (const element of all('.prose > *')) element.classList.toggle('unprinted', !!kept && !kept.has(element))
      root.classList.toggle('prints-section', !!kept)
      window.print()
    }
    addEventListener('afterprint', () => {
      root.classList.remove('prints-section')
      for (const element of all('.unprinted')) element.classList.remove('unprinted')
    })
    const line = document.createElement('p')
    line.className = 'fine printing'
    const whole = button('plain', words.print)
    whole.addEventListener('click', () => print())
    line.append(whole)
    const place = list?.querySelector('details')
    if (place) {
      const part = button('plain', words.printSection)
      part.addEventListener('click', () => {
        const head = (current ?? heads[0])[0].closest('h1, h2, h3, h4, h5, h6')
        print(head?.parentElement.closest('.prose') === head?.parentElement ? head : undefined)
      })
      line.append(part)
      place.append(line)
    } else {
      prose.after(line)
    }
    if (words.page && navigator.clipboard && location.protocol !== 'file:') {
      line.append(copier('plain', words.page,
        // Safari lets a page write later only what it promised at the click.
        () => navigator.clipboard.write([new ClipboardItem({
          'text/plain': fetch(words.markdown).then(response => {
            if (!response.ok) throw new Error(response.status)
            return response.blob()
          }).then(blob => new Blob([blob], { type: 'text/plain' })),
        })]), () => { location.href = words.markdown }))
    }
  }
})()
