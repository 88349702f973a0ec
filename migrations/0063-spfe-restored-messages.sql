-- After the restore of a backup, AEAT may have messages that wait. They are looked up before they are sent.
do $$ begin
  execute replace(pg_get_functiondef('guard_spfe_message()'::regprocedure), '(''pending'', ''superseded'')', '(''pending'', ''superseded''), (''pending'', ''uncertain'')');
end $$;
