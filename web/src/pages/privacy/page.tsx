import { DAY_MS } from '@blood-bank/contract/durations'
import { PERSONAL_DATA } from '@blood-bank/contract/personal-data/groups'
import type { PersonalData } from '@blood-bank/contract/personal-data/kinds'
import { useId } from 'react'
import { site } from '../../api/site.ts'
import { OFFLINE_LIST_MAX_AGE_MS } from '../../device/offline/offline-list.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { TABLE_ROLES } from '../../ui/records/table-roles.ts'
import styles from './page.module.css'

/** What is stored about people; everybody can read it (contract: personal-data.ts). */
export const PrivacyPage = () => (
  <Page
    title="Privacy"
    lead="What we store about you, who sees it, for how long, and how you take it along or erase it."
    width="wide"
  >
    <Card title="In short">
      <ul className={styles.list}>
        <li>
          Only members who are signed in see donors and requests. You can make a public page for a request of
          yours: it names nobody.
        </li>
        <li>
          Your phone number as a donor is shown only if you allow it, or to a person you offer to help. Admins
          can look it up: every look is recorded, and you see it.
        </li>
        <li>No advertising, no tracking. Nothing is sold or given away.</li>
        <li>You can download and erase everything anytime, without asking anybody.</li>
      </ul>
    </Card>
    {Object.entries(PERSONAL_DATA).map(([group, kinds]) => (
      <PersonalDataTable key={group} group={group} kinds={kinds} />
    ))}
    <Card title="Take it along, or erase it">
      <p>
        On your <Link to="/account#data">Account page</Link>: <strong>Download my data</strong> and{' '}
        <strong>Erase my account</strong>, also while your account is suspended. Erasing acts at once; older
        backups keep your data until they are deleted. Whatever has reached the end of its time is deleted
        within an hour.
      </p>
    </Card>
    <Card title="On your device, and on the way">
      <p>
        Cookies keep you signed in, recognize your browser, and remember your theme and, for a day, the page
        that you wanted to open when you registered. What you type into a form stays in its tab until you send
        it, and so does a mark on what you have reported, until you sign out. Whom you called from a search,
        and what came of it, stays on your device for 12 hours, at most until you sign out. Active requests
        are stored only if you turn on offline access, for {OFFLINE_LIST_MAX_AGE_MS / DAY_MS} days.
      </p>
      <p>
        Notifications pass through your browser’s push service, encrypted.{site.retention.textsDelivery} The
        server’s log says when which address was called, not by whom or from where. Its lines about security,
        such as a sign-in, have user ids; it has no names, numbers or email addresses.
      </p>
    </Card>
    <Card title="Who is responsible">
      <p>
        The {site.clubName} runs this blood bank and decides how long backups and logs are stored.{' '}
        {site.contactUrl && <a href={site.contactUrl}>Contact</a>}
      </p>
    </Card>
  </Page>
)

/** The facts of one kind of personal data, by their column headings. */
const COLUMNS: Record<string, (kind: PersonalData) => string> = {
  'Who sees it': ({ readers }) => readers,
  'How long': ({ storedFor }) => storedFor(site.retention),
  'In your download': describeDownload,
  'When you erase your account': describeErasure,
}

/** Longer than the others: they take the whole width of a card. */
const WIDE = ['Who sees it', 'How long']

function describeDownload({ tables, leftOut }: PersonalData) {
  if (Object.values(tables).every(claim => claim.export === null)) return 'No.'
  return leftOut ? `Yes, without ${leftOut}.` : 'Yes.'
}

function describeErasure({ tables, remains }: PersonalData) {
  const isDeleted = Object.values(tables).some(({ erasure }) => erasure === 'deleted')
  return [isDeleted && 'Deleted.', remains].filter(Boolean).join(' ')
}

const contentsOf = ({ contents }: PersonalData) =>
  typeof contents === 'string' ? contents : contents(site.retention)

type Props = { group: string; kinds: readonly PersonalData[] }

/** What is stored about one group of people; on a phone each kind is a card. */
function PersonalDataTable({ group, kinds }: Props) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {group}
      </h2>
      <table className={styles.table} {...TABLE_ROLES.table} aria-labelledby={id}>
        <thead className={styles.head} {...TABLE_ROLES.group}>
          <tr {...TABLE_ROLES.row}>
            {['What and why', ...Object.keys(COLUMNS)].map(heading => (
              <th key={heading} {...TABLE_ROLES.columnHeader} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group}>
          {kinds.map(kind => (
            <tr key={kind.name} className={styles.row} {...TABLE_ROLES.row}>
              <th className={styles.kind} {...TABLE_ROLES.rowHeader} scope="row">
                <span className={styles.name}>{kind.name}</span>
                <span>{contentsOf(kind)}</span>
                <span className={styles.purpose}>{kind.purpose}</span>
              </th>
              {Object.entries(COLUMNS).map(([heading, textOf]) => (
                <td
                  key={heading}
                  className={styles.cell}
                  {...TABLE_ROLES.cell}
                  data-heading={heading}
                  data-wide={WIDE.includes(heading) || undefined}
                >
                  {textOf(kind)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
