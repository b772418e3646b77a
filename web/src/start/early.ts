/**
 * Applies the theme saved by ui/theme/theme.ts before the first paint. A separate script before all others, as the
 * content security policy forbids inline scripts. It imports nothing, so that it is not a module: modules are deferred
 * and would run too late. Pages that come with a session do not need it: the server writes the theme into them.
 */
const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
if (chosen) document.documentElement.dataset.theme = chosen
