// Before anything is painted: the colours that a reader chose, if they are not the device's.
try {
  const theme = localStorage.getItem('interlude:theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {}
