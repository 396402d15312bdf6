import type { Homepage } from '@holdall/api'
import type { SettingValues } from '../../infrastructure/setting-definitions/setting-definitions.ts'

/** What the operator has decided about the homepage; null where there is none. */
export function presentHomepage(settings: SettingValues): Homepage | null {
  if (!settings['app.homepage']) return null
  const texts = (part: 'header' | 'features' | 'box1' | 'box2' | 'box3' | 'get_started') => ({
    title: settings[`homepage.${part}_title`],
    description: settings[`homepage.${part}_description`],
  })
  return {
    header: texts('header'),
    features: settings['homepage.features'] ? texts('features') : null,
    boxes: settings['homepage.boxes'] ? [texts('box1'), texts('box2'), texts('box3')] : null,
    getStarted: settings['homepage.get_started'] ? texts('get_started') : null,
    footer: settings['homepage.footer'],
  }
}
