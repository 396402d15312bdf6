import type { User } from '@holdall/api'
import { FurtherIntl } from '@holdall/section'
import { accountBarMessages } from './account-bar-messages.ts'
import { ConfirmAddressBar } from './confirm-address-bar.tsx'
import { RestrictionBar } from './restriction-bar.tsx'
import { useAccountChecks } from './use-account-checks.ts'

export interface Bars {
  readonly isRestricted: boolean
  /** The address was taken before mails could be sent. */
  readonly isUnconfirmed: boolean
}

/** What the user of an account has to know above every page. */
export function AccountBars({ user, bars }: { readonly user: User; readonly bars: Bars }) {
  useAccountChecks()
  return (
    <FurtherIntl further={accountBarMessages}>
      {bars.isRestricted ? <RestrictionBar user={user} /> : null}
      {bars.isUnconfirmed ? <ConfirmAddressBar user={user} /> : null}
    </FurtherIntl>
  )
}
