import type { User } from '@holdall/api'
import { routeOf } from '@holdall/api/routing'
import { Link } from '@holdall/section'
import { linkStyles } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { useCatalogue, useShell } from '../host/host-provider.tsx'
import { AccountBar } from './account-bar.tsx'

const CONTACT = '/contact-us'

const Remedy = styled(Link)`
  ${linkStyles}
  margin-inline-start: 8px;
  white-space: nowrap;
`

/** Says why the account is limited. */
export function RestrictionBar({ user }: { readonly user: User }) {
  const { cause, reason } = user.meta.restrictions
  const remedy = useRemedy(cause)
  return (
    <AccountBar>
      <bdi>{reason}</bdi>
      {remedy ? (
        <Remedy to={remedy.to}>
          <FormattedMessage id={`restriction_bar.${remedy.id}`} />
        </Remedy>
      ) : null}
    </AccountBar>
  )
}

/** Where something can be done about it; null where nothing can. */
function useRemedy(cause: User['meta']['restrictions']['cause']): { readonly id: string; readonly to: string } | null {
  const { config, navigation } = useShell()
  const { known } = useCatalogue()
  const has = (route: string) => known.some(({ namedRoutes }) => route in namedRoutes)
  if (cause === 'storage' && has('Storage')) return { id: 'storage', to: navigation.href('Storage') }
  if (cause === 'administrator' && config.contact && routeOf(known, CONTACT)) return { id: 'contact', to: CONTACT }
  return null
}
