import { type FirstRun, readFirstRun } from '@blood-bank/contract/site/overview'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import type { Database } from '../../platform/database/connection.ts'
import { countMails } from '../../platform/mail/outbox.ts'

/** The checklist of a new blood bank, from what is configured and stored. */
export function firstRunRoutes({ http, db, config }: Context): void {
  serve(http, readFirstRun, async () => {
    const facts = await readFacts(db)
    const givenUp = (await countMails(db)).dead
    return {
      email: emailOf(config, { givenUp, hasVerifiedEmail: facts.hasVerifiedEmail }),
      missingSettings: config.missingClubSettings,
      donors: Number(facts.donors),
      hasAlert: facts.hasAlert,
    }
  })
}

type Facts = { hasVerifiedEmail: boolean; donors: string; hasAlert: boolean }

async function readFacts(db: Database): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select exists (select from users where email_verified) as has_verified_email,
           (select count(*) from donors) + (select count(*) from kept_donors) as donors,
           exists (select from alerts) or exists (select from alert_preferences where tested_at is not null)
             as has_alert`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('A select without FROM returns one row.')
  return facts
}

/** The mailbox of a trial proves nothing. A verified address does: its owner has opened the link. */
function emailOf(
  { mail }: Pick<Config, 'mail'>,
  { givenUp, hasVerifiedEmail }: { givenUp: number; hasVerifiedEmail: boolean },
): FirstRun['email'] {
  if (mail.smtpUrl === null) return 'mailbox-only'
  if (givenUp > 0) return 'failing'
  return hasVerifiedEmail ? 'works' : 'unproven'
}
