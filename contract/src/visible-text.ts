/**
 * A character that leaves a mark of its own: no white space, no control or format character (joiners, direction
 * marks), no combining mark without a letter to stand on, and none that Unicode lists as ignorable (the fillers of
 * Hangul, variation selectors). The last four are blank although Unicode counts them as symbols or letters: the empty
 * Braille cell, the musical null note, and two blanks of Egyptian.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{13441}\u{13442}]/u

/** Whether somebody who reads a text sees anything. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)
