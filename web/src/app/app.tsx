import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { site } from '../api/site.ts'
import { LandingPage } from '../pages/landing.tsx'
import { useSession } from '../session/session.ts'
import { followOtherTabs } from '../session/session-changes.ts'
import { lazyPage, lazyPart } from '../ui/browser/lazy-page.tsx'
import { PageFrame } from '../ui/layout/page-frame.tsx'
import { AdminLayout } from './admin/admin-layout.tsx'
import { AdminOnly, SignedInOnly, SignedOutOnly } from './guards.tsx'
import { Layout } from './layout/layout.tsx'
import { ProgressLine } from './progress-line.tsx'
import { UnlessOffline } from './unless-offline.tsx'

/** Loaded later: there are no toasts before the first action. */
const Toaster = lazyPart(async () => (await import('../ui/feedback/toaster.tsx')).Toaster)
const LoginPage = lazyPage(() => import('../pages/login.tsx'), 'LoginPage')
const RegisterPage = lazyPage(() => import('../pages/register.tsx'), 'RegisterPage')
const ForgotPasswordPage = lazyPage(() => import('../pages/forgot-password.tsx'), 'ForgotPasswordPage')
const VerifyEmailPage = lazyPage(() => import('../pages/verify-email.tsx'), 'VerifyEmailPage')
const ResetPasswordPage = lazyPage(() => import('../pages/reset-password.tsx'), 'ResetPasswordPage')
const UnsubscribePage = lazyPage(() => import('../pages/unsubscribe.tsx'), 'UnsubscribePage')
const AnswerPage = lazyPage(() => import('../pages/answer.tsx'), 'AnswerPage')
const ConfirmPage = lazyPage(() => import('../pages/confirm.tsx'), 'ConfirmPage')
const PrivacyPage = lazyPage(() => import('../pages/privacy.tsx'), 'PrivacyPage')
const DashboardPage = lazyPage(() => import('../pages/dashboard.tsx'), 'DashboardPage')
const AccountPage = lazyPage(() => import('../pages/account.tsx'), 'AccountPage')
const RegisterDonorPage = lazyPage(() => import('../pages/register-donor.tsx'), 'RegisterDonorPage')
const EditDonorProfilePage = lazyPage(() => import('../pages/edit-donor-profile.tsx'), 'EditDonorProfilePage')
const FindDonorsPage = lazyPage(() => import('../pages/find-donors.tsx'), 'FindDonorsPage')
const PostRequestPage = lazyPage(() => import('../pages/post-request.tsx'), 'PostRequestPage')
const ViewRequestsPage = lazyPage(() => import('../pages/view-requests.tsx'), 'ViewRequestsPage')
const OfflineAccessPage = lazyPage(() => import('../pages/offline-access.tsx'), 'OfflineAccessPage')
const OverviewPage = lazyPage(() => import('../pages/admin/overview.tsx'), 'OverviewPage')
const ManageDonorsPage = lazyPage(() => import('../pages/admin/donors.tsx'), 'ManageDonorsPage')
const ManageRequestsPage = lazyPage(() => import('../pages/admin/requests.tsx'), 'ManageRequestsPage')
const ManageUsersPage = lazyPage(() => import('../pages/admin/users.tsx'), 'ManageUsersPage')
const AuditLogPage = lazyPage(() => import('../pages/admin/audit-log.tsx'), 'AuditLogPage')

/** Loaded later: the page fetches its lists by itself at first. */
const LiveUpdates = lazyPart(async () => (await import('../live/live-updates.tsx')).LiveUpdates)
/** Loaded only where the operator configured it. */
const TokenSync = lazyPart(async () => (await import('../session/token-sync.ts')).TokenSync)

/** Every page of the product and who may open it (spec §2). Rendered inside a router. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  useEffect(() => followOtherTabs(queryClient), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <ProgressLine />
      <PageFrame brandName={site.brandName}>
        <UnlessOffline>
          <Routes>
            <Route element={<Layout />}>
              <Route path="/" element={<LandingPage />} />
              <Route path="/forgot-password" element={<ForgotPasswordPage />} />
              <Route path="/verify-email" element={<VerifyEmailPage />} />
              <Route path="/reset-password" element={<ResetPasswordPage />} />
              <Route path="/unsubscribe/:token" element={<UnsubscribePage />} />
              <Route path="/answer" element={<AnswerPage />} />
              <Route path="/confirm" element={<ConfirmPage />} />
              <Route path="/privacy" element={<PrivacyPage />} />
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
              <Route path="*" element={<Navigate to="/" replace />} />
            </Route>
            <Route element={<AdminOnly />}>
              <Route path="/admin" element={<AdminLayout />}>
                <Route index element={<Navigate to="/admin/overview" replace />} />
                <Route path="overview" element={<OverviewPage />} />
                <Route path="donors" element={<ManageDonorsPage />} />
                <Route path="requests" element={<ManageRequestsPage />} />
                <Route path="users" element={<ManageUsersPage />} />
                <Route path="audit-log" element={<AuditLogPage />} />
              </Route>
            </Route>
          </Routes>
        </UnlessOffline>
      </PageFrame>
      <AfterHydration>
        <Toaster />
      </AfterHydration>
      <AfterHydration>
        <LiveWhileSignedIn />
      </AfterHydration>
      {site.tokenSync && (
        <AfterHydration>
          <TokenSync receiver={site.tokenSync} />
        </AfterHydration>
      )}
    </QueryClientProvider>
  )
}

/** Starts again when the account changes: a stream shows what its owner may see. */
function LiveWhileSignedIn() {
  const user = useSession().data?.user
  return user ? <LiveUpdates key={`${user.id} ${user.role}`} personId={user.id} /> : null
}

/**
 * Renders its children after hydration. For parts that the prerendered page lacks: those that load later, and those that
 * depend on the operator's settings. React can't hydrate a page that differs from its first rendering.
 */
function AfterHydration({ children }: { children: ReactNode }) {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated && <Suspense>{children}</Suspense>
}
