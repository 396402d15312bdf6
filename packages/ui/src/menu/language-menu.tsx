import { Globe } from 'lucide-react'
import { TextButton } from '../button/text-button.tsx'
import { Icon } from '../icon/icon.tsx'
import { LazyMenu } from './lazy-menu.tsx'

export type LanguageMenuProps = {
  /** Accessible name: "Language". */
  label: string
  language: {
    readonly locale: string
    /** BCP 47 tags, each with its name in its own language. */
    readonly choices: readonly { readonly locale: string; readonly name: string }[]
    choose: (locale: string) => unknown
  }
  side?: 'top' | 'bottom'
}

/** A menu that shows and changes the language of the page, for its header or footer. */
export const LanguageMenu = ({ label, language: { locale, choices, choose }, side = 'bottom' }: LanguageMenuProps) => {
  const name = choices.find((choice) => choice.locale === locale)?.name ?? locale
  return (
    <LazyMenu
      label={label}
      side={side}
      align="end"
      trigger={
        <TextButton aria-label={`${label}: ${name}`} title={label}>
          <Icon as={Globe} size={16} />
          <span lang={locale}>{name}</span>
        </TextButton>
      }
      items={choices.map((choice) => ({
        kind: 'choice',
        id: choice.locale,
        label: <span lang={choice.locale}>{choice.name}</span>,
        checked: choice.locale === locale,
        onSelect: () => void choose(choice.locale),
      }))}
    />
  )
}
