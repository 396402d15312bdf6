import { renderSection } from '@holdall/testing'
import section from './section.ts'

test('StatusCheck is a named route', async () => {
  const { host } = await renderSection(section, { path: '/setup-wizard/status-check', session: 'anonymous' })
  expect(host.navigation.href('StatusCheck')).toBe('/setup-wizard/status-check')
})
