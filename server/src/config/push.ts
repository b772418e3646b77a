import { listOf } from './setting-types.ts'

const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** The settings of notifications (docs/operations.md explains each). */
export const PUSH_SETTINGS = {
  PUSH_SERVICES: listOf('origins such as https://push.example.edu', isOrigin),
}

type Site = { publicUrl: string; isPublic: boolean; mailFrom: string }

/** @param environment the parsed settings of `PUSH_SETTINGS` */
export const pushFrom = (
  environment: { PUSH_SERVICES: string[] },
  { publicUrl, isPublic, mailFrom }: Site,
) => ({
  /** Origins of push services that are allowed beside those of the browser makers. */
  extraServices: environment.PUSH_SERVICES,
  /** Tells push services whom to contact (RFC 8292). Apple refuses names of this machine. */
  subject: isPublic && publicUrl.startsWith('https:') ? publicUrl : `mailto:${addressIn(mailFrom)}`,
})

/** The address of a sender such as `Blood Bank <no-reply@example.edu>`. */
export const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()
