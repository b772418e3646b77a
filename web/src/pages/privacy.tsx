import { PERSONAL_DATA } from '@blood-bank/contract/personal-data'
import { site } from '../api/site.ts'
import { PersonalDataTable } from '../features/privacy/personal-data-table.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'
import styles from './privacy.module.css'

/** What is stored about people; everybody can read it (contract: personal-data.ts). */
export const PrivacyPage = () => (
  <Page
    title="Privacy"
    lead="What we store about you, who sees it, for how long, and how you take it along or erase it."
    width="wide"
  >
    <Card title="In short">
      <ul className={styles.list}>
        <li>Only members who are signed in see donors and requests, and only what they need to help.</li>
        <li>
          Your donor phone number is yours to show: to searches if you allow it, and to the member whom you
          offer to help.
        </li>
        <li>There is no advertising, no tracking, and nothing is sold or given away.</li>
        <li>You can download or erase everything, anytime, without asking anybody.</li>
      </ul>
    </Card>
    {Object.entries(PERSONAL_DATA).map(([group, kinds]) => (
      <PersonalDataTable key={group} {...{ group, kinds }} />
    ))}
    <Card title="Take it along, or erase it">
      <p>
        On your <Link to="/account">Account page</Link>, <strong>Download My Data</strong> gives you one file,
        and <strong>Erase My Account</strong> deletes what the tables above say, at once. Both also work when
        your account is suspended. Backups that were made before may contain your data until they are deleted.
      </p>
      <p>What has passed its time is deleted within the next hour.</p>
    </Card>
    <Card title="On your device, and on the way">
      <p>
        Cookies keep you signed in, recognize a browser that you have signed in with, and remember the theme
        that you chose. What you type into a form stays in its tab until you send it. Your browser stores the
        active requests only if you turn on offline access, for at most seven days.
      </p>
      <p>
        Emails leave through our mail server. Notifications pass through the push service of your browser,
        encrypted, so that it cannot read them. The server's log says which address was called, when, from
        which IP address and by which user id. It contains no names, phone numbers or email addresses.
      </p>
    </Card>
    <Card title="Who is responsible">
      <p>The {site.clubName} runs this blood bank and decides how long backups and logs are stored.</p>
    </Card>
  </Page>
)
