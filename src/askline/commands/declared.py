"""A file of declarations, as it is written: what every field may hold.

These models are strict: a text is no number and an unknown field is an error, because a slip in a
file that decides what runs must not pass as something else. `None` stands for left out, so that
files of Ahma's format load as they are. What a declaration means for one tool is said in `tools`;
what no single field can tell is checked in `sense`.
"""

from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

VERSION: Final = 1

T = TypeVar("T")

LONGEST_TIMEOUT_S: Final = 86_400


def _none_is_nothing(value: Any) -> Any:
    return () if value is None else value


def _none_is_empty(value: Any) -> Any:
    return {} if value is None else value


def _verdict_alone(value: Any) -> Any:
    return {"default": value} if isinstance(value, str) else value


def _mode_alone(value: Any) -> Any:
    return {"mode": value} if isinstance(value, str) else value


# Lists come as lists from every reader and are kept as tuples; only that step is not strict.
Many = Annotated[tuple[T, ...], BeforeValidator(_none_is_nothing), Field(strict=False)]
Texts = Annotated[dict[str, str], BeforeValidator(_none_is_empty)]

CommandName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,47}$")]
OptionName = Annotated[str, Field(pattern=r"^-{0,2}[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$")]
Flag = Annotated[str, Field(pattern=r"^-{1,2}[A-Za-z0-9][A-Za-z0-9_.-]*$")]
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
Said = Annotated[str, Field(min_length=1)]
Seconds = Annotated[int, Field(ge=1, le=LONGEST_TIMEOUT_S)]
Count = Annotated[int, Field(ge=0)]

Verdict = Literal["allow", "ask", "deny"]
Kind = Literal["boolean", "string", "integer", "number", "array", "object"]


class Written(BaseModel):
    # Built when a file is first read: most processes that know these models never read one.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Items(Written):
    """What an array holds."""

    type: Literal["string", "integer", "number"]
    format: Literal["path"] | None = None
    description: str | None = None
    enum: Many[Any] = ()
    pattern: str | None = None


class Option(Written):
    """One argument of a tool: an option with its flag, or a positional value."""

    name: OptionName
    type: Kind
    description: str | None = None
    required: bool | None = None
    alias: Annotated[str, Field(pattern=r"^[A-Za-z0-9]$")] | None = None
    flag: Flag | None = None
    format: Literal["path"] | None = None
    items: Items | None = None
    enum: Many[Any] = ()
    pattern: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    min_length: Count | None = None
    max_length: Count | None = None
    min_items: Count | None = None
    max_items: Count | None = None
    default: Any = None
    allow_dash: bool = False
    file_arg: bool | None = None
    file_flag: Flag | None = None


class Availability(Written):
    """A short run that tells whether the program is there."""

    command: Said | None = None
    args: Many[str] = ()
    working_directory: str | None = None
    success_exit_codes: Many[int] = ()
    skip_subcommand_args: bool | None = None


class Step(Written):
    """One step of a sequence: another tool, with its arguments."""

    tool: CommandName
    subcommand: Said
    args: Annotated[dict[str, Any], BeforeValidator(_none_is_empty)] = {}
    description: str | None = None
    skip_if_file_exists: str | None = None
    skip_if_file_missing: str | None = None


class When(Written):
    """Which calls a rule is for; what is left out matches every call."""

    subcommand: str | None = None
    args: Annotated[dict[str, Any], BeforeValidator(_none_is_empty)] = {}


class Examples(Written):
    """Calls that prove the rule when the file is read."""

    match: Many[When] = ()
    no_match: Many[When] = ()


class Rule(Written):
    when: When = When()
    do: Verdict
    why: str | None = None
    dangerous: bool = False
    examples: Examples = Examples()


class Approval(Written):
    default: Verdict | None = None
    dangerous: bool = False
    rules: Many[Rule] = ()


class Sandbox(Written):
    """What a command may touch; whatever is left out is not given."""

    mode: Literal["required", "reduced", "off"] = "required"
    network: bool = False
    unix_sockets: bool = False
    project: Literal["write", "read"] = "write"
    repository: Literal["write", "read"] = "read"
    read: Many[Said] = ()
    write: Many[Said] = ()


class Output(Written):
    cap_bytes: Annotated[int, Field(ge=1024)] | None = None


class Hints(Written):
    """What an agent can do meanwhile, by the kind of work."""

    build: str | None = None
    test: str | None = None
    dependencies: str | None = None
    clean: str | None = None
    run: str | None = None
    custom: Texts = {}


class LiveLogModel(Written):
    base_url: str
    model: str
    api_key: str | None = None


class LiveLog(Written):
    """Ahma's log monitoring: read, so that its files load, and not run here."""

    source_command: str
    source_args: Many[str] = ()
    detection_prompt: str
    llm_provider: LiveLogModel
    chunk_max_lines: int = 50
    chunk_max_seconds: int = 30
    cooldown_seconds: int = 60
    llm_timeout_seconds: int = 30


class Declared(Written):
    """What a command says for all its subcommands and a subcommand for itself."""

    name: CommandName
    description: Said
    enabled: bool = True
    timeout_seconds: Seconds | None = None
    synchronous: bool | None = None
    force_synchronous: bool | None = None
    guidance_key: str | None = None
    sequence: Many[Step] = ()
    step_delay_ms: Count | None = None
    availability_check: Availability | None = None
    install_instructions: str | None = None
    approval: Annotated[Approval, BeforeValidator(_verdict_alone)] | None = None
    sandbox: Annotated[Sandbox, BeforeValidator(_mode_alone)] | None = None
    env: Annotated[dict[VariableName, str], BeforeValidator(_none_is_empty)] = {}
    pass_env: Many[VariableName] = ()
    cwd: Said | None = None
    output: Output | None = None


class Subcommand(Declared):
    words: Annotated[tuple[str, ...], Field(strict=False)] | None = None
    options: Many[Option] = ()
    positional_args: Many[Option] = ()
    positional_args_first: bool | None = None
    separator: Literal["--", "--end-of-options", ""] = "--"
    subcommand: "Many[Subcommand]" = ()


class Command(Declared):
    """A whole file: one program with its subcommands."""

    schema_address: Annotated[str | None, Field(alias="$schema")] = None
    version: Literal[1] = VERSION
    command: Said
    subcommand: Many[Subcommand] = ()
    hints: Annotated[Hints, BeforeValidator(_none_is_empty)] = Hints()
    input_schema: dict[str, Any] | None = None
    monitor_level: Literal["error", "warn", "info", "debug", "trace"] | None = None
    monitor_stream: Literal["stderr", "stdout", "both"] | None = None
    tool_type: Literal["command", "livelog"] | None = None
    livelog: LiveLog | None = None
