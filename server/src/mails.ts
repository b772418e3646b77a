import type { Config } from './config.ts'
import { alertMails } from './features/alerts/mails.ts'
import { confirmationMails } from './features/blood-requests/confirmations/mails.ts'
import { ownerMails } from './features/blood-requests/owner-notices/mails.ts'
import { claimMails } from './features/donors/imported/mails.ts'
import { donorMails } from './features/donors/owner-mails.ts'
import { contactLedgerMails } from './features/offers/contact-ledger/mails.ts'
import { offerMails } from './features/offers/mails.ts'
import { reportMails } from './features/reports/mails.ts'
import { thanksMails } from './features/thanks/mails.ts'
import { erasureMails } from './identity/own-account/mails.ts'
import { accountMails } from './identity/passwords/mails.ts'
import { roleMails } from './identity/users/mails.ts'
import type { MailKind } from './platform/mail/mail-kinds.ts'
import type { ComposeMail } from './platform/mail/send-mail.job.ts'

type Options = { config: Config; authSecret: string; now: () => Date }

/** Composes every kind of email. A kind that is missing here does not compile. */
export const createMailComposers = ({ config, authSecret, now }: Options): Record<MailKind, ComposeMail> => ({
  ...accountMails(config, now),
  ...erasureMails(config, now),
  ...roleMails(config),
  ...donorMails(config),
  ...claimMails({ config, authSecret, now }),
  ...ownerMails(config),
  ...confirmationMails({ config, now }),
  ...offerMails(config),
  ...contactLedgerMails(config),
  ...alertMails({ config, authSecret, now }),
  ...thanksMails({ config, authSecret }),
  ...reportMails(config),
})
