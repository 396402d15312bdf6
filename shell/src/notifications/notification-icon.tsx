import type { NotificationCategory } from '@holdall/api'
import { type Hue, type IconType, KindTile } from '@holdall/ui'
import {
  Bell,
  CircleAlert,
  CloudCheck,
  CreditCard,
  Download,
  Gauge,
  Gift,
  MailCheck,
  ShieldCheck,
  UsersRound,
  Wallet,
} from '@holdall/ui/icons'

const icons: Readonly<Record<NotificationCategory, readonly [IconType, Hue]>> = {
  gift: [Gift, 'green'],
  'team-invitation': [UsersRound, 'violet'],
  'subscription-created': [CreditCard, 'blue'],
  'billing-alert': [Gauge, 'amber'],
  'insufficient-balance': [Wallet, 'orange'],
  'payment-alert': [CircleAlert, 'red'],
  'file-request': [MailCheck, 'blue'],
  'remote-upload-done': [CloudCheck, 'violet'],
  'data-export': [Download, 'green'],
  security: [ShieldCheck, 'teal'],
  'disk-space': [CircleAlert, 'red'],
  'section-failure': [CircleAlert, 'red'],
}

/** A newer server may have further categories. */
export function NotificationIcon({ category }: { readonly category: string }) {
  const [icon, hue] = Object.hasOwn(icons, category)
    ? icons[category as NotificationCategory]
    : ([Bell, 'grey'] as const)
  return <KindTile round size={36} icon={icon} hue={hue} />
}
