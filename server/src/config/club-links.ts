import type { Site } from '@blood-bank/contract/site/endpoints'

type ClubLinks = Site['clubLinks']
type Setting = 'CLUB_WEBSITE_URL' | 'CLUB_FACEBOOK_URL' | 'CLUB_LINKEDIN_URL'

/** Each link, its setting and its example URL. Domains under `.example` are reserved (RFC 2606). */
const LINKS: Record<keyof ClubLinks, { setting: Setting; example: string }> = {
  website: { setting: 'CLUB_WEBSITE_URL', example: 'https://club.example/' },
  facebook: { setting: 'CLUB_FACEBOOK_URL', example: 'https://facebook.example/club' },
  linkedIn: { setting: 'CLUB_LINKEDIN_URL', example: 'https://linkedin.example/company/club' },
}

const SETTINGS = Object.values(LINKS).map(({ setting }) => setting)

type Environment = Partial<Record<Setting, string | undefined>>

/**
 * The links of the club section (spec §2). On a public site a link that is not set is omitted; elsewhere it leads to an
 * example, so that a trial shows the whole section.
 */
export function clubLinksFrom(environment: Environment, { isPublic }: { isPublic: boolean }): ClubLinks {
  const linkOf = ({ setting, example }: (typeof LINKS)[keyof ClubLinks]) =>
    environment[setting] ?? (isPublic ? null : example)
  return {
    website: linkOf(LINKS.website),
    facebook: linkOf(LINKS.facebook),
    linkedIn: linkOf(LINKS.linkedIn),
  }
}

/** The settings whose links lead to examples. */
export const exampleClubSettings = (
  environment: Environment,
  { isPublic }: { isPublic: boolean },
): Setting[] => (isPublic ? [] : SETTINGS.filter(setting => environment[setting] === undefined))

/** The settings by which a club makes the site its own, as far as they are missing. One link is enough. */
export function missingClubSettings(
  environment: Environment &
    Partial<Record<'CLUB_NAME' | 'CONTACT_URL' | 'HOTLINE_NUMBER', string | undefined>>,
): string[] {
  const hasLink = SETTINGS.some(setting => environment[setting] !== undefined)
  return [
    environment.CLUB_NAME === undefined && 'CLUB_NAME',
    !hasLink && 'CLUB_WEBSITE_URL',
    // Pages and emails ask people to contact the administrators: without it, nothing says how.
    environment.CONTACT_URL === undefined && 'CONTACT_URL',
    environment.HOTLINE_NUMBER === undefined && 'HOTLINE_NUMBER',
  ].filter(setting => setting !== false)
}
