/**
 * What has to be right before the first paint: the chosen theme (ui/theme.ts keeps it), and that no other page
 * shows the landing page, which may stand ready in the HTML. A script of its own, before all others, as the
 * content policy lets nothing run that is written into the page; it imports nothing, so that it is no module,
 * which would come too late.
 */
const page = document.documentElement
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') page.dataset.theme = chosen
} catch {
  // Storage may be shut off: the system's wish holds.
}
if (location.pathname !== '/') page.dataset.elsewhere = ''
