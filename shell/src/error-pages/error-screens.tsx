import { EmptyState, LockedArt, Logo, SearchArt } from '@holdall/ui'
import { type ReactNode, useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useLocation } from '@holdall/section'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { hasNavigation } from '../navigation/has-navigation.ts'
import { ErrorPageLinks } from './error-page-links.tsx'

const Head = styled.header`
  padding: 20px 24px;
`

interface Props {
  readonly art: ReactNode
  readonly message: 'not_found' | 'forbidden'
}

function Screen({ art, message }: Props) {
  const { config } = useShell()
  const title = useIntl().formatMessage({ id: `${message}.title` })
  useEffect(() => {
    document.title = `${title} – ${config.name}`
  }, [title, config.name])
  const { pathname } = useLocation()
  return (
    <>
      {hasNavigation(pathname) ? null : (
        <Head>
          <Link to="/" aria-label={config.name}>
            <Logo {...(config.name === 'Holdall' ? {} : { name: config.name })} />
          </Link>
        </Head>
      )}
      <EmptyState
        level="h1"
        art={art}
        title={title}
        text={<FormattedMessage id={`${message}.text`} />}
        actions={<ErrorPageLinks primary />}
      />
    </>
  )
}

export const NotFoundScreen = () => <Screen art={<SearchArt />} message="not_found" />
export const ForbiddenScreen = () => <Screen art={<LockedArt />} message="forbidden" />
