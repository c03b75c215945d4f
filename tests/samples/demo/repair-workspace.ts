/** The little library that is to be repaired, and what its tools print: trees, source, colours, a progress bar. */
export const SOURCE = `"""Years as they stand on old title pages."""

PAIRS = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"),
    (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
    (10, "X"), (5, "V"), (4, "IV"), (1, "I"),
]


def to_roman(year):
    letters = []
    for value, letter in PAIRS:
        while year >= value:
            letters.append(letter)
            year -= value
    return "".join(letters)
`;

export const TESTS = `import pytest

from almanac.numerals import to_roman


@pytest.mark.parametrize(
    ("year", "roman"),
    [(1, "I"), (4, "IV"), (9, "IX"), (40, "XL"), (1066, "MLXVI"), (1999, "MCMXCIX"), (2024, "MMXXIV")],
)
def test_known_years(year, roman):
    assert to_roman(year) == roman


@pytest.mark.parametrize("year", [0, -44])
def test_years_that_have_no_numeral(year):
    with pytest.raises(ValueError, match="from 1 to 3999"):
        to_roman(year)
`;

export const LISTING = `.
├── almanac
│   ├── __init__.py
│   ├── calendar.py
│   └── numerals.py
├── pyproject.toml
└── tests
    ├── test_calendar.py
    └── test_numerals.py

3 directories, 6 files
`;

const ESC = '\u001b';
const red = (text: string) => `${ESC}[31m${text}${ESC}[0m`;
const green = (text: string) => `${ESC}[32m${text}${ESC}[0m`;
const bold = (text: string) => `${ESC}[1m${text}${ESC}[0m`;

/** The tests in the order they run, and what each would have got. */
export const CASES: readonly (readonly [name: string, failure: string])[] = [
  ['test_known_years[1-I]', ''],
  ['test_known_years[4-IV]', ''],
  ['test_known_years[9-IX]', "AssertionError: assert 'VIV' == 'IX'"],
  ['test_known_years[40-XL]', ''],
  ['test_known_years[1066-MLXVI]', ''],
  ['test_known_years[1999-MCMXCIX]', "AssertionError: assert 'MCMXCVIV' == 'MCMXCIX'"],
  ['test_known_years[2024-MMXXIV]', ''],
  ['test_years_that_have_no_numeral[0]', "Failed: DID NOT RAISE <class 'ValueError'>"],
  ['test_years_that_have_no_numeral[-44]', "Failed: DID NOT RAISE <class 'ValueError'>"],
];

/** What pytest prints, colours included. */
export function testRun(broken: readonly number[]): string {
  const marks = CASES.map((_, index) => (broken.includes(index) ? red('F') : green('.'))).join('');
  const failures = broken.map((index) => {
    const [name, failure] = CASES[index] ?? ['', ''];
    return `${red(bold(`FAILED tests/test_numerals.py::${name}`))} - ${failure}`;
  });
  const passed = CASES.length - broken.length;
  const closing =
    broken.length === 0
      ? green(
          `============================== ${bold(`${passed} passed`)}${ESC}[32m in 0.04s ==============================`,
        )
      : red(
          `========================= ${bold(`${broken.length} failed`)}${ESC}[31m, ${passed} passed in 0.07s =========================`,
        );
  return [
    `${bold('============================= test session starts ==============================')}`,
    'platform linux -- Python 3.12.4, pytest-8.3.2, pluggy-1.5.0',
    'rootdir: /workspace/almanac',
    `collected ${CASES.length} items`,
    '',
    `tests/test_numerals.py ${marks}${' '.repeat(30)}[100%]`,
    '',
    ...(failures.length === 0
      ? []
      : ['=========================== short test summary info ============================', ...failures]),
    closing,
    '',
  ].join('\n');
}

/** A progress bar that redraws its line, as installers print it. */
export function installLog(): string {
  const steps = [0, 12, 31, 54, 80, 100].map((percent) => {
    const filled = Math.round(percent / 5);
    return `\r     ${ESC}[38;5;70m${'━'.repeat(filled)}${ESC}[0m${' '.repeat(20 - filled)} ${String(percent).padStart(3)}%`;
  });
  return `Collecting pytest\n  Downloading pytest-8.3.2-py3-none-any.whl (341 kB)\n${steps.join('')}\nInstalling collected packages: pytest\nSuccessfully installed pytest-8.3.2\n`;
}
