/* batch.c - the result of the writes of a batch */
#include "storage/batch.h"

#include "tests/cases.h"

CASE(the_first_error_of_a_batch_is_its_reason)
{
	struct batch batch = { .store = NULL };
	assert_true(batch_check_write(&batch, STORE_OK));
	assert_false(batch_check_write(&batch, STORE_REFUSED));
	assert_false(batch_check_write(&batch, STORE_FULL));
	assert_int_equal(batch.error, STORE_REFUSED);
}
