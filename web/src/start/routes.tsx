import { isValidElement } from 'react'
import { createRoutesFromElements, matchRoutes, Route } from 'react-router'
import { Layout } from '../frame/layout.tsx'
import { Reminders } from '../frame/reminders/session-reminders.tsx'
import { lazyPage, preload } from '../ui/browser/lazy-page.tsx'
import { AdminOnly, CoordinatorsOnly, SignedInOnly, SignedOutOnly } from './guards.tsx'
import { Redirect } from './redirect.tsx'

const LandingPage = lazyPage(() => import('../pages/landing/page.tsx'), 'LandingPage')
const LoginPage = lazyPage(() => import('../pages/login/page.tsx'), 'LoginPage')
const RegisterPage = lazyPage(() => import('../pages/register/page.tsx'), 'RegisterPage')
const ForgotPasswordPage = lazyPage(() => import('../pages/forgot-password/page.tsx'), 'ForgotPasswordPage')
const VerifyEmailPage = lazyPage(() => import('../pages/verify-email/page.tsx'), 'VerifyEmailPage')
const ResetPasswordPage = lazyPage(() => import('../pages/reset-password/page.tsx'), 'ResetPasswordPage')
const UnsubscribePage = lazyPage(() => import('../pages/unsubscribe/page.tsx'), 'UnsubscribePage')
const AnswerPage = lazyPage(() => import('../pages/answer/page.tsx'), 'AnswerPage')
const AnswerTextPage = lazyPage(() => import('../pages/answer/page.tsx'), 'AnswerTextPage')
const ConfirmPage = lazyPage(() => import('../pages/confirm/page.tsx'), 'ConfirmPage')
const ClaimPage = lazyPage(() => import('../pages/claim/page.tsx'), 'ClaimPage')
const KeptPage = lazyPage(() => import('../pages/kept/page.tsx'), 'KeptPage')
const PrivacyPage = lazyPage(() => import('../pages/privacy/page.tsx'), 'PrivacyPage')
const HelpPage = lazyPage(() => import('../pages/help/page.tsx'), 'HelpPage')
const DashboardPage = lazyPage(() => import('../pages/dashboard/page.tsx'), 'DashboardPage')
const AccountPage = lazyPage(() => import('../pages/account/page.tsx'), 'AccountPage')
const RegisterDonorPage = lazyPage(() => import('../pages/register-donor/page.tsx'), 'RegisterDonorPage')
const EditDonorProfilePage = lazyPage(
  () => import('../pages/edit-donor-profile/page.tsx'),
  'EditDonorProfilePage',
)
const FindDonorsPage = lazyPage(() => import('../pages/find-donors/page.tsx'), 'FindDonorsPage')
/** Few people are coordinators. */
const CallDonorsPage = lazyPage(() => import('../pages/call-donors/page.tsx'), 'CallDonorsPage')
const PostRequestPage = lazyPage(() => import('../pages/post-request/page.tsx'), 'PostRequestPage')
const ViewRequestsPage = lazyPage(() => import('../pages/view-requests/page.tsx'), 'ViewRequestsPage')
const OfflineAccessPage = lazyPage(() => import('../pages/offline-access/page.tsx'), 'OfflineAccessPage')
/** Few people are admins. */
const AdminLayout = lazyPage(() => import('../admin/frame/admin-layout.tsx'), 'AdminLayout')
const OverviewPage = lazyPage(() => import('../admin/overview/page.tsx'), 'OverviewPage')
const ManageDonorsPage = lazyPage(() => import('../admin/donors/page.tsx'), 'ManageDonorsPage')
const ManageRequestsPage = lazyPage(() => import('../admin/requests/page.tsx'), 'ManageRequestsPage')
const ManageUsersPage = lazyPage(() => import('../admin/users/page.tsx'), 'ManageUsersPage')
const ReportsPage = lazyPage(() => import('../admin/reports/page.tsx'), 'ReportsPage')
const TermSummaryPage = lazyPage(() => import('../admin/term-summary/page.tsx'), 'TermSummaryPage')
const AuditLogPage = lazyPage(() => import('../admin/audit-log/page.tsx'), 'AuditLogPage')

/** Every page of the product and who may open it (spec §2). The server renders each of them (render.tsx). */
export const ROUTES = createRoutesFromElements(
  <>
    <Route element={<Layout />}>
      <Route path="/" element={<LandingPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/unsubscribe/:token" element={<UnsubscribePage />} />
      <Route path="/unsubscribe/thank-yous/:token" element={<UnsubscribePage choice="Thank-yous" />} />
      <Route path="/answer" element={<AnswerPage />} />
      <Route path="/a" element={<AnswerTextPage />} />
      <Route path="/confirm" element={<ConfirmPage />} />
      <Route path="/claim" element={<ClaimPage />} />
      <Route path="/kept" element={<KeptPage />} />
      <Route path="/privacy" element={<PrivacyPage />} />
      <Route path="/help" element={<HelpPage />} />
      <Route element={<SignedOutOnly />}>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
      </Route>
      <Route element={<SignedInOnly />}>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/account" element={<AccountPage />} />
        <Route path="/offline-access" element={<OfflineAccessPage />} />
        <Route path="/register-donor" element={<RegisterDonorPage />} />
        <Route path="/edit-donor-profile" element={<EditDonorProfilePage />} />
        <Route path="/find-donors" element={<FindDonorsPage />} />
        <Route path="/post-request" element={<PostRequestPage />} />
        <Route path="/view-requests" element={<ViewRequestsPage />} />
      </Route>
      <Route element={<CoordinatorsOnly />}>
        <Route path="/call-donors" element={<CallDonorsPage />} />
      </Route>
      <Route path="*" element={<Redirect to="/" replace />} />
    </Route>
    <Route element={<AdminOnly />}>
      <Route path="/admin" element={<AdminLayout />}>
        <Route index element={<Redirect to="/admin/overview" replace />} />
        <Route path="overview" element={<OverviewPage />} />
        <Route path="donors" element={<ManageDonorsPage />} />
        <Route path="requests" element={<ManageRequestsPage />} />
        <Route path="users" element={<ManageUsersPage />} />
        <Route path="reports" element={<ReportsPage />} />
        <Route path="audit-log" element={<AuditLogPage />} />
        <Route path="term-summary" element={<TermSummaryPage />} />
      </Route>
    </Route>
  </>,
)

/** Loads the scripts of the page at a path, so that it renders at once. */
export const preloadPage = (pathname: string, { isReminded }: { isReminded: boolean }) =>
  Promise.all([
    ...(matchRoutes(ROUTES, pathname) ?? []).map(
      ({ route }) => isValidElement(route.element) && preload(route.element.type),
    ),
    isReminded && preload(Reminders),
  ])
