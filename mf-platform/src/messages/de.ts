import browser from '@holdall/file-browser/messages/de.json'
import own from './de.json'

export const messages = { ...browser, ...own }
