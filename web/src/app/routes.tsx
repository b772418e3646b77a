import type { Viewer } from '@blood-bank/contract/sessions/viewers'
import { isValidElement } from 'react'
import { createRoutesFromElements, matchRoutes, Route } from 'react-router'
import { presumeSession } from '../session/presumed-session.ts'
import { lazyPage, preload } from '../ui/browser/lazy-page.tsx'
import { AdminOnly, SignedInOnly, SignedOutOnly } from './guards.tsx'
import { Layout } from './layout/layout.tsx'
import { hasReminder, Reminders } from './layout/session-reminders.tsx'
import { Redirect } from './redirect.tsx'

const LandingPage = lazyPage(() => import('../pages/landing.tsx'), 'LandingPage')
const LoginPage = lazyPage(() => import('../pages/login.tsx'), 'LoginPage')
const RegisterPage = lazyPage(() => import('../pages/register.tsx'), 'RegisterPage')
const ForgotPasswordPage = lazyPage(() => import('../pages/forgot-password.tsx'), 'ForgotPasswordPage')
const VerifyEmailPage = lazyPage(() => import('../pages/verify-email.tsx'), 'VerifyEmailPage')
const ResetPasswordPage = lazyPage(() => import('../pages/reset-password.tsx'), 'ResetPasswordPage')
const UnsubscribePage = lazyPage(() => import('../pages/unsubscribe.tsx'), 'UnsubscribePage')
const AnswerPage = lazyPage(() => import('../pages/answer.tsx'), 'AnswerPage')
const ConfirmPage = lazyPage(() => import('../pages/confirm.tsx'), 'ConfirmPage')
const ClaimPage = lazyPage(() => import('../pages/claim.tsx'), 'ClaimPage')
const PrivacyPage = lazyPage(() => import('../pages/privacy.tsx'), 'PrivacyPage')
const HelpPage = lazyPage(() => import('../pages/help.tsx'), 'HelpPage')
const DashboardPage = lazyPage(() => import('../pages/dashboard.tsx'), 'DashboardPage')
const AccountPage = lazyPage(() => import('../pages/account.tsx'), 'AccountPage')
const RegisterDonorPage = lazyPage(() => import('../pages/register-donor.tsx'), 'RegisterDonorPage')
const EditDonorProfilePage = lazyPage(() => import('../pages/edit-donor-profile.tsx'), 'EditDonorProfilePage')
const FindDonorsPage = lazyPage(() => import('../pages/find-donors.tsx'), 'FindDonorsPage')
const PostRequestPage = lazyPage(() => import('../pages/post-request.tsx'), 'PostRequestPage')
const ViewRequestsPage = lazyPage(() => import('../pages/view-requests.tsx'), 'ViewRequestsPage')
const OfflineAccessPage = lazyPage(() => import('../pages/offline-access.tsx'), 'OfflineAccessPage')
/** Few people are admins. */
const AdminLayout = lazyPage(() => import('./admin/admin-layout.tsx'), 'AdminLayout')
const OverviewPage = lazyPage(() => import('../pages/admin/overview.tsx'), 'OverviewPage')
const ManageDonorsPage = lazyPage(() => import('../pages/admin/donors.tsx'), 'ManageDonorsPage')
const ManageRequestsPage = lazyPage(() => import('../pages/admin/requests.tsx'), 'ManageRequestsPage')
const ManageUsersPage = lazyPage(() => import('../pages/admin/users.tsx'), 'ManageUsersPage')
const ReportsPage = lazyPage(() => import('../pages/admin/reports.tsx'), 'ReportsPage')
const AuditLogPage = lazyPage(() => import('../pages/admin/audit-log.tsx'), 'AuditLogPage')

/** Every page of the product and who may open it (spec §2). The build renders each of them (prerender.tsx). */
export const ROUTES = createRoutesFromElements(
  <>
    <Route element={<Layout />}>
      <Route path="/" element={<LandingPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/unsubscribe/:token" element={<UnsubscribePage />} />
      <Route path="/answer" element={<AnswerPage />} />
      <Route path="/confirm" element={<ConfirmPage />} />
      <Route path="/claim" element={<ClaimPage />} />
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
      </Route>
    </Route>
  </>,
)

/** Loads the scripts of the page at a path, so that it renders at once. */
export const preloadPage = (pathname: string, viewer: Viewer) =>
  Promise.all([
    ...(matchRoutes(ROUTES, pathname) ?? []).map(
      ({ route }) => isValidElement(route.element) && preload(route.element.type),
    ),
    viewer !== 'unknown' && hasReminder(presumeSession(viewer)) && preload(Reminders),
  ])
