import { FurtherIntl } from '@holdall/section'
import type { ReactNode } from 'react'
import { accountMessages } from '../account-messages/account-messages.ts'
import { AuthLayout } from './auth-layout.tsx'

/** The layout of sign-in, with the messages of the other pages about accounts. */
export const AccountLayout = ({ children }: { readonly children: ReactNode }) => (
  <AuthLayout>
    <FurtherIntl further={accountMessages}>{children}</FurtherIntl>
  </AuthLayout>
)
