import { sectionConfig } from '@holdall/build'

export default sectionConfig({ dir: import.meta.dirname, id: 'admin' })
