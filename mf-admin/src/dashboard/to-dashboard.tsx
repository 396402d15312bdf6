import { Navigate } from '@holdall/section'

export const ToDashboard = () => <Navigate to="/admin/dashboard" replace />
