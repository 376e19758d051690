/** The picture of the server's extra emoji: the speech bubble of the logo, as a PNG of 64 pixels. */
export const extraEmojiPicture: Buffer = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEVMaXEdTE4cTU4eS1AaTFAcTU0cTE4dTEwcTE4cTE4cTE8d',
    'TE4cTE8cTE4cTU8dTU9TnjjLAAAAD3RSTlMAct0zOR2JCvdeyKNKaeedJiCvAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAw0lEQVRI',
    'x2NgGDGANUsJK1gWAFWQ8R8HaIPIc//HCTaAFczHreAnWIE+bgWfQPIs//EAA6ACTnwKJgAVMOJTIDCqYFTBqAKsCnjxKbgAVMCD',
    'T8EBoAL2ftzyPwpA2Tsft4Jv4PKhCLcCdUgZth6X/C9oKVaIo4z5JA4vB42NjS0hgr+NESAApbCElkQJOEtTiIK/DPgV/DhAQMFj',
    'BvwKPgUQULCUAb+C3wUEFCQw4FfwF3+twoLPi2AFjwnVSwFDuFIFABLJUpaTYaKDAAAAAElFTkSuQmCC',
  ].join(''),
  'base64',
)
