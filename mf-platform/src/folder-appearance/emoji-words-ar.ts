import cldr from 'cldr-annotations-full/annotations/ar/annotations.json'

export const words = cldr.annotations.annotations
