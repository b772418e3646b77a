import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler, useMatch } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> & {
  to: To
  /** History state for the target page; not part of the URL. */
  state?: unknown
}

/**
 * A link to another page of the site. Not the router's component, which includes features that only its framework mode
 * uses: prefetching, view transitions, masked URLs.
 */
export const Link = ({ to, state, ...rest }: LinkProps) => (
  <a {...rest} href={useHref(to)} onClick={useLinkClickHandler<HTMLAnchorElement>(to, { state })} />
)

/** A link of a menu, with `aria-current` on the current page. */
export const MenuLink = ({ to, ...rest }: LinkProps & { to: string }) => (
  <Link {...rest} to={to} aria-current={useMatch(to) ? 'page' : undefined} />
)
