/**
 * Sets the chosen theme (ui/theme/theme.ts keeps it) before the first paint. A script of its own, before all others, as the
 * content policy lets nothing run that is written into the page; it imports nothing, so that it is no module, which
 * would come too late. The landing page does without: the server puts the theme into it (platform/http/pages/pages.ts).
 */
const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
if (chosen) document.documentElement.dataset.theme = chosen
