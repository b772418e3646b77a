import { DONORS_PER_REQUESTER } from '@blood-bank/contract/alerts/endpoints'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { MIN_ANSWERED_REQUESTS } from '@blood-bank/contract/offers/answer-times'
import { CONTACT_AFTER_DONATION_HOURS } from '@blood-bank/contract/offers/endpoints'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { site } from '../../api/site.ts'
import { FitToGive } from '../../features/donors/fit-to-give.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'

/** Answers to what people ask; everybody can read it, also without scripts. Pages link to a question by its id. */
export const HelpPage = () => (
  <Page title="Help" lead="Answers to nine questions about giving and finding blood here.">
    <Section title="I need blood. What do I do?" id="need-blood">
      <p>
        Ask the hospital's own blood bank first: it may have what is needed. If it has not, sign in and verify
        your email address. Then <Link to="/post-request">post a request</Link>: blood or platelets, where,
        and whom to call. We ask donors who can give, also those whose number is private; at night only if it
        is urgent. Meanwhile, <Link to="/find-donors">find donors</Link> yourself: those who show their number
        are one call away.
      </p>
    </Section>
    <Section title="Nobody has answered yet. What now?" id="no-answer">
      <p>
        We ask more donors by ourselves, until enough of those whom we know have offered. For a first request
        we ask a few until one whom we know has offered, and for one person at most {DONORS_PER_REQUESTER.max}{' '}
        in 24 hours: so nobody can use up the alerts of others. Your dashboard says when we look again, and
        about how many were asked, but of no donor whether they were; it asks you in time whether blood is
        still needed: donors are asked only while it is. Also call donors of the other groups who can give,
        and share your request from its card.
      </p>
    </Section>
    <Section title="How soon does somebody answer?" id="first-answer">
      <p>
        “Last month the first donor answered after 11 minutes” means: of the requests that were posted last
        month and that a donor answered, half had their first offer within 11 minutes, the others later.
        Requests that nobody answered do not count. It is computed once a day, and shown only if at least{' '}
        {MIN_ANSWERED_REQUESTS} requests were answered. The home page says the same of the last 30 days.
      </p>
    </Section>
    <Section title="Who sees my phone number?" id="phone-number">
      <p>
        As a donor, nobody, unless you choose to show it in searches. When you offer to donate, the member who
        posted that request sees it until the request closes or you can't come, and for up to{' '}
        {CONTACT_AFTER_DONATION_HOURS} hours after you donate. Admins can look it up, and every look is
        recorded. Your <Link to="/account#number">Account</Link> page lists who can see your number and who
        has seen it.
      </p>
      <p>The contact number of a request is there to be called: every signed-in member sees it.</p>
    </Section>
    <Section title="Can I give, and when can I give again?" id="can-i-give">
      <p>
        <FitToGive />
      </p>
      <p>
        Register as a donor with your blood group. Then each request under{' '}
        <Link to="/view-requests">View Requests</Link> says whether your group can give. After a donation, My
        Donations on your <Link to="/dashboard">dashboard</Link> says from which day you can give again. A
        thank-you of whoever needed the blood comes at nine in the morning, and is there, too.{' '}
        {HOSPITAL_TESTS} If it couldn't take you, or you need a rest, your donor profile says before which day
        we don't ask you.
      </p>
      <p>
        Giving is no test: an infection that is too new to be found can still harm the patient. To be tested,
        go to a clinic.
      </p>
    </Section>
    <Section title="How often am I asked, and how do I stop it?" id="alerts">
      <p>
        At most twice a week, unless you choose otherwise. On your <Link to="/account#alerts">Account</Link>{' '}
        page you can ask for fewer alerts, pause them, or turn them off, and say that we may ask you for
        platelets, too: they are given by machine, about 90 minutes.{site.retention.textsHelp} The link at the
        end of each email turns them off, too. To leave searches as well, switch off “Available to donate” on
        your dashboard. Nobody learns that you were asked or that you declined.
      </p>
    </Section>
    <Section title="May I pay, or be paid, for blood?" id="money">
      <p>
        No. Never pay or ask for money. If somebody asks for it, or a request isn't real, choose Report in the
        menu (⋯) of the request or the offer. An admin looks at it, and whoever you report never learns that
        it was you.
      </p>
    </Section>
    <Section title="An email didn't come. What now?" id="email">
      <p>
        Look into the spam folder first. To get the link for your email address again, sign in and press
        Resend Verification Email; it works for {RETENTION.mailLinkHours} hours. For a new password, ask for
        another link under <Link to="/forgot-password">Reset Password</Link>. If you mistyped your address,
        unfold the yellow banner and press Wrong address?.
      </p>
    </Section>
    <Section title="How do I leave, or take my data along?" id="leave">
      <p>
        On your <Link to="/account#data">Account</Link> page: Download my data gives you one file with it,
        Erase my account deletes it at once. <Link to="/privacy">Privacy</Link> says what we store, for how
        long, and who sees it.
      </p>
    </Section>
    <p>
      Is your question missing? Ask the {site.clubName}, which runs this blood bank.{' '}
      {site.contactUrl && <a href={site.contactUrl}>Contact</a>}
    </p>
    <SmallPrint>Version {site.version}</SmallPrint>
  </Page>
)
