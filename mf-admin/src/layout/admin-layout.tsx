import { NavLink, useHost } from '@holdall/section'
import { Icon, type IconType, Wordmark } from '@holdall/ui'
import { Blocks, LayoutDashboard } from '@holdall/ui/icons'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Bar, Content, Entry, Frame, Head, Nav, Sheet, Side, Version } from './admin-layout-styles.ts'

const entries: readonly { readonly to: string; readonly label: string; readonly icon: IconType }[] = [
  { to: '/admin/dashboard', label: 'dashboard.title', icon: LayoutDashboard },
  { to: '/admin/sections', label: 'sections.title', icon: Blocks },
]

interface Props {
  /** Message id. */
  readonly title: string
  /** At the end of the bar. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The admin area's own navigation beside its sheet; below 1024 px it is a row above the content. */
export function AdminLayout({ title, action, children }: Props) {
  const { config } = useHost()
  const intl = useIntl()
  return (
    <Frame>
      <Side>
        <Head>
          <Wordmark name={config.name} />
        </Head>
        <Nav aria-label={intl.formatMessage({ id: 'admin.navigation' })}>
          {entries.map(({ to, label, icon }) => (
            <Entry as={NavLink} key={to} to={to}>
              <Icon as={icon} />
              <FormattedMessage id={label} />
            </Entry>
          ))}
        </Nav>
        <Version>
          <FormattedMessage id="admin.version" values={{ version: config.version }} />
        </Version>
      </Side>
      <Sheet>
        <Bar>
          <h1>
            <FormattedMessage id={title} />
          </h1>
          {action}
        </Bar>
        <Content>{children}</Content>
      </Sheet>
    </Frame>
  )
}
