-- Cases: what a rider reports after a trip, who can read it, and how the desk answers.
select no_plan();
create function tests.case_id() returns uuid language sql stable security definer as $$ select c.id from public.cases c order by c.created_at desc, c.id desc limit 1 $$;
create function tests.case_reasons() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(a.reason, ' ' order by a.reason) from tests.attention_list() a where a.reason like 'case%');
end $$;
select tests.ride('STARTED') as ride;

-- Acting as others
select tests.as_visitor();
select throws_ok($$ select public.open_case(gen_random_uuid(), 'fare', 'x') $$, '42501', null, 'a visitor cannot open a case');
select throws_ok($$ select * from tests.booking_cases(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read cases');
select throws_ok($$ select public.answer_case(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor cannot answer a case');
select tests.act_as('rider');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', 'Too much') $$, 'PT409', 'wrong_status', 'a rider cannot open a case during the trip');
select tests.as_owner(), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('rider2');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', 'Too much') $$, 'PT404', 'booking_not_found', 'another rider cannot open a case for the booking');
select tests.act_as('driver');
select throws_ok($$ select public.open_case(tests.booking(), 'lost', 'A bag', '555') $$, 'PT404', 'booking_not_found', 'a driver cannot open a case');
select tests.act_as('admin');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', 'x') $$, 'PT404', 'booking_not_found', 'an admin cannot open a case');

-- Bad input
select tests.act_as('rider');
select throws_ok($$ select public.open_case(tests.booking(), 'theft', 'x') $$, 'PT422', 'select_proper', 'a case of an unknown kind is refused');
select throws_ok($$ select public.open_case(tests.booking(), null, 'x') $$, 'PT422', 'select_proper',
  'a case without a kind is refused');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', E' \u200B\n ') $$, 'PT422', 'message_invalid', 'a case with a blank message is refused');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', repeat('x', 10000)) $$, 'PT422', 'message_invalid', 'a case of 10,000 characters is refused');
select throws_ok($$ select public.open_case(tests.booking(), 'lost', 'A bag') $$, 'PT422', 'case_reach_missing', 'a case of lost property without contact details is refused');
select throws_ok($$ insert into public.cases (booking_id, customer_id, kind, message) values (tests.booking(), tests.id('rider'), 'fare', 'x') $$, '42501', null, 'a rider cannot insert into the cases table');

-- Acting as the rider
select tests.as_owner();
delete from realtime.messages;
select tests.act_as('rider');
select is((select message from public.open_case(tests.booking(), 'lost', E'An <b>umbrella</b>\u202E <script>alert(1)</script>', ' +4235551212 ')), E'An <b>umbrella</b> <script>alert(1)</script>', 'a case keeps its text without invisible control characters');
select is((select id from public.open_case(tests.booking(), 'lost', 'An <b>umbrella</b> <script>alert(1)</script>', '555')), tests.case_id(), 'opening the same case again answers the open case');
select throws_ok($$ select public.open_case(tests.booking(), 'lost', 'And a hat', '555') $$, 'PT409', 'case_open', 'a second open case of the same kind is refused');
select lives_ok($$ select public.open_case(tests.booking(), 'fare', 'Too much') $$, 'a rider can open a case of another kind');
select is((select count(*)::integer from public.cases), 2, 'a rider can read the own cases');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.cases $$, 'another rider cannot read the cases');
select tests.act_as('driver');
select is_empty($$ select 1 from public.cases $$, 'a driver cannot read the cases');
select tests.act_as('admin');
select is_empty($$ select 1 from public.cases $$, 'an admin cannot read the cases table directly');
select tests.as_owner();
select set_eq($$ select distinct m.topic || ' ' || m.event from realtime.messages m where m.event in ('attention', 'booking') $$,
  $$ values ('admin attention'), ('booking:' || tests.booking() || ' booking') $$, 'opening a case is broadcast to the admins and the booking''s topic');
select is(tests.case_reasons(), 'case_fare case_lost', 'open cases appear on the attention list');
select tests.as_owner();
select is((select array_agg(t.reason order by t.reason) from app.attention_sent t where t.booking_id = tests.booking()), '{case_fare,case_lost}', 'the booking''s row names its open cases as reasons for attention');

-- Staff
select tests.act_as('fleet');
select throws_ok($$ select * from tests.booking_cases(tests.booking()) $$, 'PT403', 'not_allowed', 'a fleet admin cannot read cases');
select is_empty($$ select 1 from tests.attention_list() where reason like 'case%' $$,
  'a fleet admin does not see cases on the attention list');
select tests.act_as('rider');
select throws_ok($$ select public.answer_case(tests.case_id(), 'x') $$, 'PT403', 'not_allowed', 'a rider cannot answer a case');
select tests.act_as('admin');
select is((select count(*)::integer from tests.booking_cases(tests.booking())), 2, 'an admin can read the cases of a booking');
select throws_ok($$ select public.answer_case(gen_random_uuid(), 'x') $$, 'PT404', 'case_not_found', 'a case that does not exist cannot be answered');
select throws_ok($$ select public.answer_case(tests.case_id(), ' ', true) $$, 'PT422', 'message_invalid', 'a case cannot be closed without an answer');
select throws_ok($$ select public.answer_case(tests.case_id(), repeat('x', 10000)) $$, 'PT422', 'message_invalid', 'an answer of 10,000 characters is refused');
select lives_ok($$ select public.answer_case(tests.case_id(), 'We look at it') $$, 'an admin can answer a case');
select is(tests.case_reasons(), 'case_fare case_lost', 'an answered case stays on the attention list until it is closed');
select lives_ok($$ select public.answer_case(tests.case_id(), null, true) $$,
  'an answered case can be closed without another text');
select throws_ok($$ select public.answer_case(tests.case_id(), 'again') $$, 'PT409', 'case_closed',
  'a closed case cannot be answered');
select is(tests.case_reasons(), 'case_lost', 'a closed case leaves the attention list');
select tests.as_owner();
select results_eq($$ select n.key, n.params ->> 'reference', n.screen from public.notices n where n.user_id = tests.id('rider') and n.key = 'case_answered' $$,
  $$ select 'case_answered', b.reference, 'BookedCab' from public.bookings b where b.id = tests.booking() $$, 'the rider gets one notice of an answered case');
select is((select count(*)::integer from public.audit_log l where l.action = 'answer_case'), 2, 'answering and closing a case are recorded in the audit log');
select tests.act_as('rider');
select lives_ok($$ select public.open_case(tests.booking(), 'fare', 'Still too much') $$, 'a rider can open another case of a kind that was closed');

-- A demo, time limits and deleted accounts
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.answer_case(tests.case_id(), 'x') $$, 'PT403', 'demo_mode',
  'a case cannot be answered in a demo');
select is((select bool_and(reach is null or reach like '***%') from tests.booking_cases(tests.booking())), true, 'a case''s contact details are masked in a demo');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true');
update public.cases set closed_at = app.now(), answer = 'Found', answered_at = app.now() where kind = 'lost';
select tests.turn('31 days'), app.purge_cases();
select is_empty($$ select 1 from public.cases where reach is not null $$, 'contact details are removed 31 days after closing a case');
select tests.act_as('rider');
select throws_ok($$ select public.open_case(tests.booking(), 'question', 'x') $$, 'PT409', 'case_too_late', 'a rider cannot open a case 31 days after the trip');
select ok((select jsonb_array_length(public.export_my_data() -> 'cases')) = 3, 'a rider''s data export contains the own cases');
select tests.as_owner();
create function tests.forget(name text) returns void language sql security definer as $$ select app.anonymize_person(tests.id(name)) $$;
select tests.as_owner(), tests.forget('rider');
select is_empty($$ select 1 from public.cases where message <> 'deleted' or closed_at is null $$, 'deleting the rider''s account removes the case texts and closes the cases');
select * from finish();
