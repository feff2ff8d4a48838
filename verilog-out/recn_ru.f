// Files of recn_ru, children before parents.
recn_ru.v
