import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler, useMatch } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> & {
  to: To
  /** What the page that it leads to is told, and nobody else. */
  state?: unknown
}

/**
 * A link to another page of ours. Not the router's component, which brings along what only its framework can use:
 * fetching pages ahead, transitions, addresses in disguise.
 */
export const Link = ({ to, state, ...rest }: LinkProps) => (
  <a {...rest} href={useHref(to)} onClick={useLinkClickHandler<HTMLAnchorElement>(to, { state })} />
)

/** An entry of a menu: a link that says so when it leads to where one is. */
export const MenuLink = ({ to, ...rest }: LinkProps & { to: string }) => (
  <Link {...rest} to={to} aria-current={useMatch(to) ? 'page' : undefined} />
)
