import { DAY_MS } from '@blood-bank/contract/durations'
import { PERSONAL_DATA } from '@blood-bank/contract/personal-data/groups'
import { site } from '../../api/site.ts'
import { OFFLINE_LIST_MAX_AGE_MS } from '../../device/offline/offline-list.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './page.module.css'
import { PersonalDataTable } from './personal-data-table.tsx'

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
