/*
 * Puts the booking frame where its script tag stands:
 *
 *   <script async src="https://taxi.example/embed.js" data-pickup="47.14,9.52,Hotel" data-lang="en"></script>
 *
 * data-pickup, data-drop: "lat,lng,name" or words; data-lang: en, de, ar; data-theme: light or dark; data-height: pixels to
 * begin with. The address of this file stays as it is.
 */
;(() => {
  const script = document.currentScript
  if (!script?.parentNode) return
  const site = new URL(script.src).origin
  const { pickup, drop, lang, theme, height } = script.dataset
  const query = new URLSearchParams({ parent: location.origin })
  if (lang) query.set('lang', lang)
  if (theme) query.set('theme', theme)
  // Behind the hash, so that no server's log has the addresses.
  const ride = new URLSearchParams()
  if (pickup) ride.set('pickup', pickup)
  if (drop) ride.set('drop', drop)

  const frame = document.createElement('iframe')
  frame.src = `${site}/embed?${query}#${ride}`
  frame.title = script.title || script.dataset.title || 'Taxi'
  frame.loading = 'lazy'
  frame.referrerPolicy = 'no-referrer'
  const setHeight = (px) => {
    frame.style.height = `${Math.min(1600, Math.max(160, px))}px`
  }
  Object.assign(frame.style, {
    width: '100%',
    maxWidth: '36rem',
    border: '0',
    borderRadius: '12px',
    display: 'block',
    colorScheme: 'normal'
  })
  setHeight(Number(height) || 320)

  let isThere = false
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== site || !data || data.type !== 'hackney:height') return
    isThere = true
    if (Number.isFinite(data.height)) setHeight(data.height)
  })
  // A frame that this site may not show is empty: a link leads to the form instead.
  frame.addEventListener('load', () => {
    setTimeout(() => {
      if (isThere) return
      const link = document.createElement('a')
      Object.assign(link, {
        href: `${site}/#${ride}`,
        target: '_blank',
        rel: 'noopener',
        textContent: new URL(site).host
      })
      frame.replaceWith(link)
    }, 15000)
  })
  script.parentNode.insertBefore(frame, script.nextSibling)
})()
