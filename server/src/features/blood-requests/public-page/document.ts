import { type Html, html } from '../../../platform/html.ts'

/** What is the same on every public page. */
export type PublicSite = {
  brandName: string
  /** Without a trailing slash. */
  publicUrl: string
  timeZone: string
  /** The paths of built files; null without built pages. */
  styleSheet: string | null
  font: string | null
}

/** The theme that the person chose; null for the theme of the system. */
export type Theme = 'light' | 'dark' | null

type Document = {
  title: string
  /** For search results and previews of the link. */
  description: string
  /** The address of the page, for previews; null for a page that should have none. */
  url: string | null
  content: Html
}

/**
 * A whole page without scripts. The preview of a link is a copy that nobody updates, so its image states nothing.
 * The classes are those of `web/src/share-page/`.
 */
export const renderDocument = (
  { title, description, url, content }: Document,
  { brandName, publicUrl, styleSheet, font }: PublicSite,
  theme: Theme,
): string =>
  html`<!doctype html>
<html lang="en"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${brandName}</title>
<meta name="description" content="${description}">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${font && html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`}
${styleSheet && html`<link rel="stylesheet" href="${styleSheet}">`}
<link rel="icon" href="/icons/favicon-32.png" sizes="32x32">
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
${url && preview({ title, description, url, brandName, publicUrl })}
</head>
<body>
<header class="bar"><a class="brand" href="/"><img src="/icons/favicon.svg" alt="" width="32" height="32">${brandName}</a></header>
<main class="main">
${content}
</main>
</body>
</html>
`.markup

type Preview = Omit<Document, 'content'> & { url: string; brandName: string; publicUrl: string }

const preview = ({ title, description, url, brandName, publicUrl }: Preview) =>
  html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${brandName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${publicUrl}/icons/icon-512.png">
<meta property="og:image:width" content="512">
<meta property="og:image:height" content="512">
<meta property="og:image:alt" content="Two drops of blood: one gives, the other receives.">
<meta name="twitter:card" content="summary">`
