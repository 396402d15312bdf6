import { Navigate } from '@holdall/section'

export const RedirectToDashboard = () => <Navigate to="/admin/dashboard" replace />
