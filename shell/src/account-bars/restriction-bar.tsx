import type { User } from '@holdall/api'
import { Link } from '@holdall/section'
import { linkStyles } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { useCatalogue, useShell } from '../host/host-provider.tsx'
import { AccountBar } from './account-bar.tsx'

const Remedy = styled(Link)`
  ${linkStyles}
  margin-inline-start: 8px;
  white-space: nowrap;
`

/** Says why the account is limited. */
export function RestrictionBar({ user }: { readonly user: User }) {
  const { navigation } = useShell()
  const { known } = useCatalogue()
  const { cause, reason } = user.meta.restrictions
  const hasRemedy = cause === 'storage' && known.some(({ namedRoutes }) => 'Storage' in namedRoutes)
  return (
    <AccountBar>
      <bdi>{reason}</bdi>
      {hasRemedy ? (
        <Remedy to={navigation.href('Storage')}>
          <FormattedMessage id="restriction_bar.storage" />
        </Remedy>
      ) : null}
    </AccountBar>
  )
}
