import { LINK_PREVIEW_SIZE, type LinkPreview } from '@blood-bank/contract/blood-requests/descriptions'
import { type Html, html } from '../../../platform/html.ts'

/** What is the same on every public page. */
export type PublicSite = {
  brandName: string
  clubName: string
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
  /** The address of the page and its picture, for previews of the link; null for a page that should have none. */
  preview: { url: string; picture: LinkPreview } | null
  content: Html
}

/** A whole page without scripts. The classes are those of `web/src/share-page/`. */
export const renderDocument = (
  { title, description, preview, content }: Document,
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
${preview && previewTags({ title, description, preview, brandName, publicUrl })}
</head>
<body>
<header class="bar"><a class="brand" href="/"><img src="/icons/favicon.svg" alt="" width="32" height="32">${brandName}</a></header>
<main class="main">
${content}
</main>
</body>
</html>
`.markup

type Tags = Pick<Document, 'title' | 'description'> & Pick<PublicSite, 'brandName' | 'publicUrl'>

const previewTags = ({
  title,
  description,
  preview: { url, picture },
  brandName,
  publicUrl,
}: Tags & { preview: NonNullable<Document['preview']> }) =>
  html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${brandName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${publicUrl}${picture.path}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${LINK_PREVIEW_SIZE.width}">
<meta property="og:image:height" content="${LINK_PREVIEW_SIZE.height}">
<meta property="og:image:alt" content="${picture.alt}">
<meta name="twitter:card" content="summary_large_image">`
