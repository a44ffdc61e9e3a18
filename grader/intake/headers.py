"""The words that head the columns of rosters, worksheets, lists of times, folded, in several languages."""

IDS = (
    "sis user id", "student id", "orgdefinedid", "sid", "学号", "id", "identifier", "编号", "标识符", "识别符",
    "identifiant", "identificador", "id number", "idnumber", "username", "user name", "user_id", "sis login id",
    "login", "login id", "login_id", "user", "用户名", "github_id", "canvas id", "canvas_user_id", "moodle id",
    "participant", "integration id", "learner", "student",
)  # fmt: skip
"""The first of them that a table has gives a person's key."""
EMAILS = (
    "email", "email address", "e-mail", "e-mail-adresse", "adresse de courriel", "dirección de correo", "邮箱",
    "电子邮件", "电子邮件地址", "电子邮箱",
)  # fmt: skip
NAMES = (
    "name", "full name", "student", "student name", "姓名", "全名", "vollständiger name", "nom complet",
    "nombre completo",
)  # fmt: skip
FIRST_NAMES = ("first_name", "first name", "given name", "名", "vorname", "prénom", "nombre")
LAST_NAMES = ("last_name", "last name", "surname", "family name", "姓", "nachname", "nom", "apellido(s)")
SECTIONS = ("section", "sections", "class", "班级", "课堂")
GROUPS = ("group", "group name", "group_name", "groups", "team", "小组", "组", "gruppe", "groupe", "grupo")
WORKSHEET_TIMES = (
    "last modified (submission)", "zuletzt geändert (abgabe)", "dernière modification (travail remis)",
    "última modificación (entrega)", "última atualização (submissão)", "poslední změna (odevzdaný úkol)",
    "最后修改(提交)", "最后修改 (提交)", "最后修改（提交）", "最后修改时间（提交）", "上次修改（提交）",
    "上次修改(提交)", "最後修改（繳交）",
)  # fmt: skip
"""How Moodle's grading worksheet heads the time of the submission; the Chinese ones are those that we expect there."""
TIMES = (
    "time", "submitted_at", "submitted at", "submission time", "submitted", "submission date", "timestamp", "date",
    "datetime", "提交时间", "时间", "日期", *WORKSHEET_TIMES,
)  # fmt: skip
EXERCISES = ("exercise", "ex", "exercise number", "练习", "习题", "作业")
