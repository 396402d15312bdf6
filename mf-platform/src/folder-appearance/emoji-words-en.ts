import cldr from 'cldr-annotations-full/annotations/en/annotations.json'

export const words = cldr.annotations.annotations
