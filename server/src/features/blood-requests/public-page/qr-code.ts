import { encodeQR } from 'qr'
import { type Html, html } from '../../../platform/html.ts'

/** The empty modules around a code, without which cameras do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * A QR code as an SVG image, dark on white in every theme, because not every camera reads inverted codes. A quarter of it may
 * be dirty or torn.
 */
export function qrCode(text: string, label: string): Html {
  const modules = encodeQR(text, 'raw', { ecc: 'quartile', border: QUIET_ZONE })
  const size = modules.length
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"
><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${modules.map(rowPath).join('')}"/></svg>`
}

/** The dark modules of a row, each run as a rectangle. */
const rowPath = (row: boolean[], y: number) =>
  [
    ...row
      .map(isDark => (isDark ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
  ]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
