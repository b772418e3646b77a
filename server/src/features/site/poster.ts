import type { Context } from '../../identity/access/context.ts'
import { html } from '../../platform/html.ts'
import { type PublicSite, renderDocument } from '../blood-requests/public-page/document.ts'
import { qrCode } from '../blood-requests/public-page/qr-code.ts'

/** The sign-up poster: one sheet of A4 that invites to register. It says nothing that the landing page doesn't. */
export function posterRoutes(
  { http, config }: Context,
  files: Pick<PublicSite, 'styleSheet' | 'font'>,
): void {
  const { brandName, clubName, publicUrl, timeZone } = config
  const url = `${publicUrl}/register`
  const page = {
    title: 'Sign-up poster',
    description: `Register as a blood donor at ${brandName}.`,
    preview: null,
    content: html`<article class="sign-up">
<h1>Give blood. Save somebody you know.</h1>
<p>Become a donor in two minutes: we ask you only when somebody at your university needs your group.</p>
<p>You decide each time, and your number stays private until you say yes.</p>
${qrCode(url, 'QR code with the address where one registers')}
<p class="sign-up-call">Scan to become a donor</p>
<p class="sign-up-address">${url}</p>
<p class="sign-up-club">${brandName}, ${clubName}</p>
<p class="sign-up-hint">Print this page: it is one sheet of A4.</p>
</article>`,
  }
  const document = renderDocument(page, { brandName, clubName, publicUrl, timeZone, ...files }, 'light')
  http.app.get(
    '/poster',
    { schema: { hide: true }, config: { hasNoScripts: true }, preHandler: http.admitCall },
    async (_, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'public, max-age=0, must-revalidate')
        .send(document),
  )
}
