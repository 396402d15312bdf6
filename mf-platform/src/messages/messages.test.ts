import deBrowser from '@holdall/file-browser/messages/de.json'
import enBrowser from '@holdall/file-browser/messages/en-US.json'
import de from './de.json'
import en from './en-US.json'

test('German has every message that English has', () => {
  expect(Object.keys({ ...de, ...deBrowser }).toSorted()).toEqual(Object.keys({ ...en, ...enBrowser }).toSorted())
})
