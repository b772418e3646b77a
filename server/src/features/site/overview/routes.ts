import { DAY_MS } from '@blood-bank/contract/durations'
import {
  type DeliveryFaults,
  type FirstRun,
  readCharts,
  readFirstRun,
  readOverview,
} from '@blood-bank/contract/site/overview'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../identity/access/context.ts'
import { countUnverifiedMails, UNVERIFIED_MAILS_PER_DAY } from '../../../identity/access/mail-budget.ts'
import { serve } from '../../../identity/access/serve.ts'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { type DiskSpace, readDiskSpace } from '../../../platform/disk-space.ts'
import { countDeadJobs, findLastError } from '../../../platform/jobs/attempts.ts'
import { countMails, SEND_MAIL } from '../../../platform/mail/outbox.ts'
import { SEND_PUSH } from '../../alerts/push/enqueue-pushes.ts'
import { listAlertWarnings } from '../../alerts/queries.ts'
import { SEND_TEXT } from '../../alerts/texts/enqueue-texts.ts'
import { areTextsUsedUp } from '../../alerts/texts/reserve-texts.ts'
import { countHeldBack } from '../../blood-requests/admin-queries.ts'
import { measurePlannerLag } from '../../blood-requests/queries.ts'
import { listNumberWarnings } from '../../contact-numbers/store.ts'
import { countImportedDonors } from '../../kept-donors/claims/store.ts'
import { listContradictionWarnings } from '../../offers/queries.ts'
import { countWaitingCases } from '../../reports/queries.ts'
import {
  computeCharts,
  computeCounts,
  countRecentUnits,
  countRequestsWithoutOffer,
  readDisputedDonations,
} from './store.ts'

/** Counts and charts, of which concurrent reads by several admins share one reply, and the checklist of a new blood bank. */
export function overviewRoutes({ http, db, config, now, today }: Context): void {
  serve(
    http,
    readOverview,
    async () => ({
      ...(await computeCounts(db)),
      donorsToClaim: await countImportedDonors(db),
      unitsGiven: await countRecentUnits(db, today()),
      requestsWithoutOffer: await countRequestsWithoutOffer(db, now()),
      requestsHeldBack: await countHeldBack(db),
      disputedDonations: await readDisputedDonations(db),
      reportsWaiting: await countWaitingCases(db),
      deadMails: (await countMails(db)).dead,
      deliveryFaults: await readDeliveryFaults(db, { config, now: now() }),
      lowSpaceMegabytes: lowSpaceOf(await readDiskSpace(config)),
      isTimeZoneMissing: config.isTimeZoneMissing,
      numberWarnings: (await listNumberWarnings(db, now())).map(({ warnedAt, ...warning }) => ({
        ...warning,
        warnedAt: warnedAt.toISOString(),
      })),
      alertWarnings: await listAlertWarnings(db, now()),
      contradictionWarnings: await listContradictionWarnings(db, now()),
    }),
    { isShared: true },
  )
  serve(http, readCharts, async () => computeCharts(db, { today: today(), timeZone: config.timeZone }), {
    isShared: true,
  })
  serve(http, readFirstRun, async () => {
    const facts = await readFirstRunFacts(db)
    const givenUp = (await countMails(db)).dead
    return {
      email: emailStateOf(config, { givenUp, hasVerifiedEmail: facts.hasVerifiedEmail }),
      missingSettings: config.missingClubSettings,
      donors: Number(facts.donors),
      hasAlert: facts.hasAlert,
    }
  })
}

const lowSpaceOf = (space: DiskSpace | null) => (space?.isLow ? space.freeMb : null)

/** A planner runs once a second, so that a request waits for minutes only if something is wrong. */
const MAX_LAG_MINUTES = 5

type Options = { config: Pick<Config, 'textMessages' | 'timeZone'>; now: Date }

/** Reads what keeps emails, notifications, text messages or alerts from arriving. */
async function readDeliveryFaults(
  db: Database,
  { config: { textMessages, timeZone }, now }: Options,
): Promise<DeliveryFaults> {
  const dayBefore = new Date(now.getTime() - DAY_MS)
  const deadJobs = await countDeadJobs(db, dayBefore)
  const givenUp = (name: string) => deadJobs.find(({ task }) => task === name)?.count ?? 0
  const isLimitReached =
    textMessages !== null && (await areTextsUsedUp(db, calendarDate(now, timeZone), textMessages.perDay))
  const lagMinutes = Math.floor((await measurePlannerLag(db, now)) / 60)
  return {
    mailsGivenUp: givenUp(SEND_MAIL),
    pushesGivenUp: givenUp(SEND_PUSH),
    textsGivenUp: givenUp(SEND_TEXT),
    textError: givenUp(SEND_TEXT) > 0 ? await findLastError(db, SEND_TEXT, dayBefore) : null,
    textLimitReached: isLimitReached ? textMessages.perDay : null,
    unverifiedMails: await readUnverifiedMails(db, now),
    planningDelayMinutes: lagMinutes > MAX_LAG_MINUTES ? lagMinutes : 0,
  }
}

async function readUnverifiedMails(db: Database, now: Date): Promise<DeliveryFaults['unverifiedMails']> {
  const sent = await countUnverifiedMails(db, now)
  const { postponed: waiting } = await countMails(db)
  if (sent < UNVERIFIED_MAILS_PER_DAY / 2 && waiting === 0) return null
  return { sent, perDay: UNVERIFIED_MAILS_PER_DAY, waiting }
}

type FirstRunFacts = { hasVerifiedEmail: boolean; donors: string; hasAlert: boolean }

async function readFirstRunFacts(db: Database): Promise<FirstRunFacts> {
  const { rows } = await sql<FirstRunFacts>`
    select exists (select from users where email_verified) as has_verified_email,
           (select count(*) from donors) + (select count(*) from kept_donors) as donors,
           exists (select from alerts) or exists (select from alert_preferences where tested_at is not null)
             as has_alert`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('A select without FROM returns one row.')
  return facts
}

/** The mailbox of a trial proves nothing. A verified address does: its owner has opened the link. */
function emailStateOf(
  { mail }: Pick<Config, 'mail'>,
  { givenUp, hasVerifiedEmail }: { givenUp: number; hasVerifiedEmail: boolean },
): FirstRun['email'] {
  if (mail.smtpUrl === null) return 'mailbox-only'
  if (givenUp > 0) return 'failing'
  return hasVerifiedEmail ? 'works' : 'unproven'
}
