import { Link, useSession } from '@holdall/section'
import { Icon, linkStyles } from '@holdall/ui'
import { TriangleAlert } from '@holdall/ui/icons'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { useCatalogue, useShell } from '../host/host-provider.tsx'

/** How often a visible page asks whether the account is still restricted. */
const CHECK_INTERVAL_MS = 60_000

const Bar = styled.div`
  display: flex;
  gap: 10px;
  justify-content: center;
  padding: 8px 24px;
  border-block-end: 1px solid var(--warn-line);
  background: var(--warn-soft);
  color: var(--text);
  font-size: var(--t-13);
  line-height: 20px;
  & > svg {
    flex: none;
    margin-block-start: 1px;
    color: var(--warn-text);
  }
  @media (max-width: 640px) {
    justify-content: flex-start;
    padding: 10px 16px;
  }
`
const Text = styled.p`
  min-inline-size: 0;
  overflow-wrap: anywhere;
  text-wrap: pretty;
`
const Remedy = styled(Link)`
  ${linkStyles}
  margin-inline-start: 8px;
  white-space: nowrap;
`

/** Says why the account is limited. It disappears without a reload once the account is not restricted any more. */
export function RestrictionBar() {
  const { navigation, session: account } = useShell()
  const { known } = useCatalogue()
  const session = useSession()
  useEffect(() => {
    const check = () => {
      // Without an answer the next check finds out.
      if (document.visibilityState === 'visible') account.refresh().catch(() => undefined)
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', check)
    window.addEventListener('focus', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('focus', check)
    }
  }, [account])

  if (session.state === 'anonymous') return null
  const { cause, reason } = session.user.meta.restrictions
  const hasRemedy = cause === 'storage' && known.some(({ namedRoutes }) => 'Storage' in namedRoutes)
  return (
    <Bar>
      <Icon as={TriangleAlert} size={18} />
      <Text>
        <bdi>{reason}</bdi>
        {hasRemedy ? (
          <Remedy to={navigation.href('Storage')}>
            <FormattedMessage id="restriction_bar.storage" />
          </Remedy>
        ) : null}
      </Text>
    </Bar>
  )
}
