/**
 * A character that is visible on its own: no white space, no control or format character (joiners, direction marks),
 * no combining mark without a base, and none that Unicode lists as ignorable (Hangul fillers, variation selectors). The
 * last four are blank although Unicode classifies them as symbols or letters: the empty Braille cell, the musical null
 * note, and two Egyptian blanks.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{13441}\u{13442}]/u

/** Whether a text contains at least one visible character. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)
